import GamutPalettes

extension CSSColorCase {
  static let hsl: [CSSColorCase] = [
    CSSColorCase("hsl(120 30% 50%)", .hsl, 120, 30, 50),
    CSSColorCase("hsl(120 30 50)", .hsl, 120, 30, 50),
    CSSColorCase("hsl(120 30% 50)", .hsl, 120, 30, 50),
    CSSColorCase("hsl(120 30 50%)", .hsl, 120, 30, 50),
    CSSColorCase("HSLA(120 30 50)", .hsl, 120, 30, 50),
    CSSColorCase("hsla(120 30 50 / 20%)", .hsl, 120, 30, 50, alpha: 0.2),
    CSSColorCase("hsl(120 30 50 / .2)", .hsl, 120, 30, 50, alpha: 0.2),
    CSSColorCase("hsl(120 30 50 / none)", .hsl, 120, 30, 50, alpha: 0),
    CSSColorCase("hsl(none none none)", .hsl, 0, 0, 0),
    CSSColorCase("hsl(none 100% none / 1)", .hsl, 0, 100, 0),
    CSSColorCase("hsl(0deg 1% 2%)", .hsl, 0, 1, 2),
    CSSColorCase("hsl(90DEG 1% 2%)", .hsl, 90, 1, 2),
    CSSColorCase("hsl(100grad 1% 2%)", .hsl, 90, 1, 2),
    CSSColorCase("hsl(0.25turn 1% 2%)", .hsl, 90, 1, 2),
    CSSColorCase("hsl(1.5707963267948966rad 1% 2%)", .hsl, 90, 1, 2),
    CSSColorCase("hsl(-0.5Turn 1% 2%)", .hsl, 180, 1, 2),
    CSSColorCase("hsl(360 1% 2%)", .hsl, 0, 1, 2),
    CSSColorCase("hsl(-90 1% 2%)", .hsl, 270, 1, 2),
    CSSColorCase("hsl(780 1% 2%)", .hsl, 60, 1, 2),
    CSSColorCase("hsl(-720.5deg 1% 2%)", .hsl, 359.5, 1, 2),
    CSSColorCase("hsl(2turn 1% 2%)", .hsl, 0, 1, 2),
    CSSColorCase("hsl(-1e-30 1% 2%)", .hsl, 0, 1, 2),
    CSSColorCase("hsl(0 -50% 40%)", .hsl, 0, 0, 40),
    CSSColorCase("hsl(30 -50 60)", .hsl, 30, 0, 60),
    CSSColorCase("hsl(30 150% 120%)", .hsl, 30, 150, 120),
    CSSColorCase("hsl(30 50% -20%)", .hsl, 30, 50, -20),
    CSSColorCase("hsl(7 7% 7%)", .hsl, 7, 7, 7),
  ]

  static let legacyHSL: [CSSColorCase] = [
    CSSColorCase("hsl(120, 30%, 50%)", .hsl, 120, 30, 50),
    CSSColorCase("hsl(120,30%,50%)", .hsl, 120, 30, 50),
    CSSColorCase("HSL(120deg, 30%, 50%)", .hsl, 120, 30, 50),
    CSSColorCase("hsl(0.5turn, 30%, 50%)", .hsl, 180, 30, 50),
    CSSColorCase("hsl(200grad, 30%, 50%, 1)", .hsl, 180, 30, 50),
    CSSColorCase("hsl(-300, 100%, 37.5%)", .hsl, 60, 100, 37.5),
    CSSColorCase("hsla(120, 30%, 50%, 0.2)", .hsl, 120, 30, 50, alpha: 0.2),
    CSSColorCase("hsla(120, 30%, 50%, 20%)", .hsl, 120, 30, 50, alpha: 0.2),
    CSSColorCase("hsLA(120, 30%, 50%, 12)", .hsl, 120, 30, 50, alpha: 1),
    CSSColorCase("hsla(120, 30%, 50%, -3)", .hsl, 120, 30, 50, alpha: 0),
    CSSColorCase("hsl(120, -30%, 50%)", .hsl, 120, 0, 50),
  ]

  static let hwb: [CSSColorCase] = [
    CSSColorCase("hwb(120 30% 50%)", .hwb, 120, 30, 50),
    CSSColorCase("HWB(120 30 50)", .hwb, 120, 30, 50),
    CSSColorCase("hwb(120 30% 50)", .hwb, 120, 30, 50),
    CSSColorCase("hwb(120deg 30 50% / 50%)", .hwb, 120, 30, 50, alpha: 0.5),
    CSSColorCase("hwb(none none none / none)", .hwb, 0, 0, 0, alpha: 0),
    CSSColorCase("hwb(400grad 80% 70%)", .hwb, 0, 80, 70),
    CSSColorCase("hwb(450 120% -10%)", .hwb, 90, 120, -10),
  ]

  static let lch: [CSSColorCase] = [
    CSSColorCase("lch(50 30 180)", .lch, 50, 30, 180),
    CSSColorCase("lch(50% 30 180)", .lch, 50, 30, 180),
    CSSColorCase("LCH(50% 50% 0.5turn)", .lch, 50, 75, 180),
    CSSColorCase("lch(100% 100% 360deg)", .lch, 100, 150, 0),
    CSSColorCase("lch(101 200% 1)", .lch, 100, 300, 1),
    CSSColorCase("lch(-1 -1 -1)", .lch, 0, 0, 359),
    CSSColorCase("lch(120% -20% 270)", .lch, 100, 0, 270),
    CSSColorCase("lch(none none none)", .lch, 0, 0, 0),
    CSSColorCase("lch(50 20 none / 25%)", .lch, 50, 20, 0, alpha: 0.25),
    CSSColorCase("lch(29.2345% 44.2 27)", .lch, 29.2345, 44.2, 27),
    CSSColorCase("lch(52.2 72.2 300grad / 0.5)", .lch, 52.2, 72.2, 270, alpha: 0.5),
  ]

  static let okLCh: [CSSColorCase] = [
    CSSColorCase("oklch(0.5 0.1 180)", .okLCh, 0.5, 0.1, 180),
    CSSColorCase("oklch(50% 0.1 180)", .okLCh, 0.5, 0.1, 180),
    CSSColorCase("OKLCH(50% 50% 180deg)", .okLCh, 0.5, 0.2, 180),
    CSSColorCase("OkLch(100% 100% 1turn)", .okLCh, 1, 0.4, 0),
    CSSColorCase("oklch(1.5 150% 1)", .okLCh, 1, 0.6, 1),
    CSSColorCase("oklch(-0.1 -0.1 -1)", .okLCh, 0, 0, 359),
    CSSColorCase("oklch(none none none / none)", .okLCh, 0, 0, 0, alpha: 0),
    CSSColorCase("oklch(40.1% 0.123 21.57)", .okLCh, 0.401, 0.123, 21.57),
    CSSColorCase("oklch(59.69% 0.156 49.77 / .5)", .okLCh, 0.5969, 0.156, 49.77, alpha: 0.5),
    CSSColorCase("oklch(0.6 25% none)", .okLCh, 0.6, 0.1, 0),
  ]
}

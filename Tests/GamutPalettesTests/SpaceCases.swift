import GamutPalettes

extension CSSColorCase {
  static let lab: [CSSColorCase] = [
    CSSColorCase("lab(50 20 -30)", .lab, 50, 20, -30),
    CSSColorCase("lab(50% 20 -30)", .lab, 50, 20, -30),
    CSSColorCase("LAB(50% 20% -30%)", .lab, 50, 25, -37.5),
    CSSColorCase("lab(100% 100% -100%)", .lab, 100, 125, -125),
    CSSColorCase("lab(101 200 -200)", .lab, 100, 200, -200),
    CSSColorCase("lab(-1 0 0)", .lab, 0, 0, 0),
    CSSColorCase("lab(120% 200% 0)", .lab, 100, 250, 0),
    CSSColorCase("lab(-5% 0 0)", .lab, 0, 0, 0),
    CSSColorCase("lab(none none none)", .lab, 0, 0, 0),
    CSSColorCase("lab(50 none 10% / 0.5)", .lab, 50, 0, 12.5, alpha: 0.5),
    CSSColorCase("lab(29.2345% 39.3825 20.0664)", .lab, 29.2345, 39.3825, 20.0664),
    CSSColorCase("lab(5e1 1e1 -1E1 / 5e-1)", .lab, 50, 10, -10, alpha: 0.5),
  ]

  static let okLab: [CSSColorCase] = [
    CSSColorCase("oklab(0.5 0.1 -0.1)", .okLab, 0.5, 0.1, -0.1),
    CSSColorCase("oklab(50% 0.1 -0.1)", .okLab, 0.5, 0.1, -0.1),
    CSSColorCase("OKLAB(50% 50% -25%)", .okLab, 0.5, 0.2, -0.1),
    CSSColorCase("OKLab(100% 100% -100%)", .okLab, 1, 0.4, -0.4),
    CSSColorCase("oklab(50 1 -1)", .okLab, 1, 1, -1),
    CSSColorCase("oklab(-0.1 0 0)", .okLab, 0, 0, 0),
    CSSColorCase("oklab(110% 200% 0)", .okLab, 1, 0.8, 0),
    CSSColorCase("oklab(none none none / none)", .okLab, 0, 0, 0, alpha: 0),
    CSSColorCase("oklab(40.101% 0.1147 0.0453 / 75%)", .okLab, 0.40101, 0.1147, 0.0453, alpha: 0.75),
  ]

  static let spaces: [CSSColorCase] = [
    CSSColorCase("color(srgb 0.1 0.2 0.3)", .sRGB, 0.1, 0.2, 0.3),
    CSSColorCase("color(SRGB 10% 0.2 30%)", .sRGB, 0.1, 0.2, 0.3),
    CSSColorCase("COLOR(srgb 1.5 -0.2 200%)", .sRGB, 1.5, -0.2, 2),
    CSSColorCase("color(srgb none none none / none)", .sRGB, 0, 0, 0, alpha: 0),
    CSSColorCase("color(srgb 255 0 0)", .sRGB, 255, 0, 0),
    CSSColorCase("color(srgb-linear 0.1 0.2 0.3)", .linearSRGB, 0.1, 0.2, 0.3),
    CSSColorCase("color(srgb-linear -10% 0.2 130% / 50%)", .linearSRGB, -0.1, 0.2, 1.3, alpha: 0.5),
    CSSColorCase("color(display-p3 1 0.5 0)", .displayP3, 1, 0.5, 0),
    CSSColorCase("color(Display-P3 100% 50% 0% / 0.4)", .displayP3, 1, 0.5, 0, alpha: 0.4),
    CSSColorCase("color(display-p3 1.1 -0.1 none)", .displayP3, 1.1, -0.1, 0),
    CSSColorCase("color(display-p3-linear 1 0.5 0)", .linearDisplayP3, 1, 0.5, 0),
    CSSColorCase("color(display-p3-linear 100% 50% -1%)", .linearDisplayP3, 1, 0.5, -0.01),
    CSSColorCase("color(a98-rgb 0.1 0.2 0.3)", .a98RGB, 0.1, 0.2, 0.3),
    CSSColorCase("color(A98-RGB 10% 20% 30%)", .a98RGB, 0.1, 0.2, 0.3),
    CSSColorCase("color(a98-rgb -1 2 0/1)", .a98RGB, -1, 2, 0),
    CSSColorCase("color(prophoto-rgb 0.1 0.2 0.3)", .proPhotoRGB, 0.1, 0.2, 0.3),
    CSSColorCase("color(ProPhoto-RGB 10% none 30% / 12)", .proPhotoRGB, 0.1, 0, 0.3),
    CSSColorCase("color(rec2020 0.1 0.2 0.3)", .rec2020, 0.1, 0.2, 0.3),
    CSSColorCase("color(REC2020 10% 0.2 0.3 / -5)", .rec2020, 0.1, 0.2, 0.3, alpha: 0),
    CSSColorCase("color(xyz 0.1 0.2 0.3)", .xyzD65, 0.1, 0.2, 0.3),
    CSSColorCase("color(XYZ 10% 20% 30%)", .xyzD65, 0.1, 0.2, 0.3),
    CSSColorCase("color(xyz-d65 0.1 0.2 0.3)", .xyzD65, 0.1, 0.2, 0.3),
    CSSColorCase("color(xyz-D65 1.1 -20% none / none)", .xyzD65, 1.1, -0.2, 0, alpha: 0),
    CSSColorCase("color(xyz-d50 0.1 0.2 0.3)", .xyzD50, 0.1, 0.2, 0.3),
    CSSColorCase("color(xyz-d50 96.43% 100% 82.51% / 50%)", .xyzD50, 0.9643, 1, 0.8251, alpha: 0.5),
    CSSColorCase("color( display-p3\t1\n0.5 0 )", .displayP3, 1, 0.5, 0),
    CSSColorCase("color(/**/display-p3/**/1 0.5 0)", .displayP3, 1, 0.5, 0),
  ]

  /// The forms of numbers. A token ends where the next one begins, with or without white space.
  static let numbers: [CSSColorCase] = [
    CSSColorCase("color(srgb 1 +1 -1)", .sRGB, 1, 1, -1),
    CSSColorCase("color(srgb .5 +.5 -.5)", .sRGB, 0.5, 0.5, -0.5),
    CSSColorCase("color(srgb 0.50 00.5 0.500000000000)", .sRGB, 0.5, 0.5, 0.5),
    CSSColorCase("color(srgb 1e-1 1E-1 1e1)", .sRGB, 0.1, 0.1, 10),
    CSSColorCase("color(srgb 1e+1 .1e1 +1.5e-1)", .sRGB, 10, 1, 0.15),
    CSSColorCase("color(srgb 1e2% 5e1% .5e2%)", .sRGB, 1, 0.5, 0.5),
    CSSColorCase("color(srgb -0 -0.0 +0)", .sRGB, 0, 0, 0),
    CSSColorCase("color(srgb 1e400 -1e400 1e-400)", .sRGB, 1e30, -1e30, 0),
    CSSColorCase("color(srgb .5.5.5)", .sRGB, 0.5, 0.5, 0.5),
    CSSColorCase("color(srgb 1.5.5-.5)", .sRGB, 1.5, 0.5, -0.5),
    CSSColorCase("color(srgb 1+2-3)", .sRGB, 1, 2, -3),
    CSSColorCase("color(srgb 1e1+2-3e0)", .sRGB, 10, 2, -3),
    CSSColorCase("rgb(50%50%50%)", .sRGB, 0.5, 0.5, 0.5),
    CSSColorCase("rgb(50%51 20%)", .sRGB, 0.5, 0.2, 0.2),
    CSSColorCase("rgb(51-1+51/.5)", .sRGB, 0.2, 0, 0.2, alpha: 0.5),
    CSSColorCase("rgb(0/**/51/**/102)", .sRGB, 0, 0.2, 0.4),
    CSSColorCase("hsl(1e2 1e1% 2e1%)", .hsl, 100, 10, 20),
    CSSColorCase("hsl(1e2deg 10% 20%)", .hsl, 100, 10, 20),
    CSSColorCase("hsl(+.5turn 10%20%)", .hsl, 180, 10, 20),
  ]

  /// White space and comments.
  static let surroundings: [CSSColorCase] = [
    CSSColorCase(" red", codes: 255, 0, 0),
    CSSColorCase("red ", codes: 255, 0, 0),
    CSSColorCase("\t\n\r\u{c} #f00 \u{c}\r\n\t", codes: 255, 0, 0),
    CSSColorCase("/* the accent */ red", codes: 255, 0, 0),
    CSSColorCase("red/* the accent */", codes: 255, 0, 0),
    CSSColorCase("/**/red/***/", codes: 255, 0, 0),
    CSSColorCase("/* * / ** // é */ #f00 /* ; */ /**/", codes: 255, 0, 0),
    CSSColorCase("/*/ */red", codes: 255, 0, 0),
    CSSColorCase("#f00/**/", codes: 255, 0, 0),
    CSSColorCase("rgb(/* red */ 255 /* green */ 0 /* blue */ 0)", codes: 255, 0, 0),
    CSSColorCase("rgb(\n  255,\n  0,\n  0\n)", codes: 255, 0, 0),
    CSSColorCase("rgb(255/**/,/**/0/**/,0/**/)", codes: 255, 0, 0),
    CSSColorCase("rgb(255 0 0 /* alpha: *// 1)", codes: 255, 0, 0),
    CSSColorCase("rgb(  255   0   0   /   1  )", codes: 255, 0, 0),
    CSSColorCase("lab(50/**/-10/**/10)", .lab, 50, -10, 10),
  ]
}

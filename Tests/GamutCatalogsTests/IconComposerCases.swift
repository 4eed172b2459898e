import GamutBasics
import GamutCatalogs

/// Documents of Icon Composer: `icon.json`, with images in the folder `Assets`.
extension SetCase {
  static let icons: [SetCase] = [
    SetCase(
      "a solid fill", .icon, fill(#"{ "solid" : "srgb:1.00000,0.50000,0.25000,1.00000" }"#),
      ["icon: color srgb 1.0000,0.5000,0.2500 alpha 1.0000"]),
    SetCase(
      "a linear gradient of two spaces", .icon,
      fill(
        #"""
        {
            "linear-gradient" : [
              "display-p3:0.9,0.9,0.9,0.83",
              "srgb:1,1,1,0.41987"
            ],
            "orientation" : { "start" : { "x" : 0.5, "y" : 0 }, "stop" : { "x" : 0.5, "y" : 0.7 } }
          }
        """#),
      [
        "icon: color display-p3 0.9000,0.9000,0.9000 alpha 0.8300",
        "icon: color srgb 1.0000,1.0000,1.0000 alpha 0.4199",
      ]),
    SetCase("the fill of the system", .icon, fill("\"automatic\"")),
    SetCase(
      "integers are values from 0 to 1", .icon, fill(#"{ "solid" : "srgb:1,0,1,1" }"#),
      ["icon: color srgb 1.0000,0.0000,1.0000 alpha 1.0000"]),
    SetCase(
      "a grey", .icon, fill(#"{ "solid" : "gray:0.50000,1.00000" }"#),
      ["icon: color gray-gamma-22 0.5000 alpha 1.0000"]),
    SetCase(
      "extended sRGB", .icon, fill(#"{ "solid" : "extended-srgb:1.09300,-0.22700,-0.15000,1.00000" }"#),
      ["icon: color extended-srgb 1.0930,-0.2270,-0.1500 alpha 1.0000"]),
    SetCase(
      "colours of the system", .icon,
      fill(#"{ "linear-gradient" : [ "named:system-blue", "named:system-mint" ] }"#),
      ["icon: system system-blue", "icon: system system-mint"]),
    SetCase(
      "fills for appearances", .icon,
      """
      {
        "fill-specializations" : [
          {
            "value" : {
              "solid" : "srgb:0.10000,0.10000,0.10000,1.00000"
            }
          },
          {
            "appearance" : "dark",
            "value" : {
              "solid" : "srgb:0.20000,0.20000,0.20000,1.00000"
            }
          },
          {
            "appearance" : "tinted",
            "value" : "system-dark"
          }
        ]
      }
      """,
      [
        "icon: color srgb 0.1000,0.1000,0.1000 alpha 1.0000",
        "icon, dark: color srgb 0.2000,0.2000,0.2000 alpha 1.0000",
      ]),
    SetCase(
      "fills for idioms", .icon,
      """
      {
        "fill-specializations" : [
          { "idiom" : "square", "value" : { "solid" : "gray:0.10000,1.00000" } },
          { "idiom" : "macOS", "value" : { "solid" : "gray:0.20000,1.00000" } },
          { "appearance" : "light", "idiom" : "iOS", "value" : { "solid" : "gray:0.30000,1.00000" } },
          { "idiom" : "watchOS", "value" : { "automatic-gradient" : "named:system-red" } }
        ]
      }
      """,
      [
        "square: color gray-gamma-22 0.1000 alpha 1.0000", "macOS: color gray-gamma-22 0.2000 alpha 1.0000",
        "iOS, light: color gray-gamma-22 0.3000 alpha 1.0000", "watchOS: system system-red",
      ]),
    SetCase(
      "fills for languages", .icon,
      """
      {
        "fill-specializations" : [
          { "localization" : "fr", "value" : { "solid" : "gray:0.10000,1.00000" } },
          { "language-direction" : "right-to-left", "value" : { "solid" : "gray:0.20000,1.00000" } }
        ]
      }
      """,
      [
        "icon, localization fr: color gray-gamma-22 0.1000 alpha 1.0000",
        "icon, language-direction right-to-left: color gray-gamma-22 0.2000 alpha 1.0000",
      ]),
    SetCase(
      "images and fills of layers", .icon,
      """
      {
        "groups" : [
          {
            "layers" : [
              { "image-name" : "star.svg", "name" : "star" },
              { "fill" : { "solid" : "named:system-teal" }, "image-name" : "moon.png", "name" : "moon" }
            ]
          },
          {
            "layers" : [
              {
                "fill-specializations" : [ { "appearance" : "dark", "value" : { "solid" : "gray:1.00000,1.00000" } } ],
                "image-name" : "sky.png",
                "name" : "sky"
              }
            ]
          }
        ]
      }
      """, files: ["Assets/star.svg", "Assets/moon.png", "Assets/sky.png"],
      [
        "icon: file Assets/star.svg", "icon: system system-teal", "icon: file Assets/moon.png",
        "icon, dark: color gray-gamma-22 1.0000 alpha 1.0000", "icon: file Assets/sky.png",
      ]),
    SetCase(
      "images for appearances", .icon,
      """
      {
        "groups" : [
          {
            "layers" : [
              {
                "image-name-specializations" : [
                  { "value" : "light.png" },
                  { "appearance" : "dark", "value" : "dark.png" }
                ],
                "name" : "star"
              }
            ]
          }
        ]
      }
      """, files: ["Assets/light.png", "Assets/dark.png"],
      ["icon: file Assets/light.png", "icon, dark: file Assets/dark.png"]),
    SetCase(
      "a whole document", .icon,
      """
      {
        "color-space-for-untagged-svg-colors" : "display-p3",
        "fill" : {
          "automatic-gradient" : "srgb:0.00000,0.53333,1.00000,1.00000"
        },
        "groups" : [
          {
            "blur-material" : null,
            "layers" : [
              {
                "blend-mode" : "normal",
                "fill" : "automatic",
                "glass" : true,
                "hidden" : false,
                "image-name" : "star.svg",
                "name" : "star",
                "opacity-specializations" : [
                  {
                    "appearance" : "dark",
                    "value" : 0.5
                  }
                ],
                "position" : {
                  "scale" : 1.2,
                  "translation-in-points" : [
                    0,
                    -12.5
                  ]
                }
              }
            ],
            "lighting" : "individual",
            "shadow" : {
              "kind" : "neutral",
              "opacity" : 0.5
            },
            "specular" : true,
            "translucency" : {
              "enabled" : true,
              "value" : 0.5
            }
          }
        ],
        "supported-platforms" : {
          "circles" : [
            "watchOS"
          ],
          "squares" : "shared"
        }
      }
      """, files: ["Assets/star.svg"],
      ["icon: color srgb 0.0000,0.5333,1.0000 alpha 1.0000", "icon: file Assets/star.svg"]),
    SetCase("a document without anything", .icon, "{ }"),
  ]
}

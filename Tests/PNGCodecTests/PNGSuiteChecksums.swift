/// The CRC-32 of the samples of each valid file of PngSuite, according to two other decoders: rows from the top,
/// samples in the order of `PixelLayout`, 16-bit ones big-endian, grey below 8 bits not scaled. Computed with Pillow 13.0
/// (8 bits and less) and OpenCV 5.0 (16 bits), with zlib's CRC, by this Python script, which takes the folder as its
/// argument:
///
///     import binascii, sys
///     from pathlib import Path
///     import cv2, numpy as np
///     from PIL import Image
///     for path in sorted(Pathname(sys.argv[1]).glob("[!x]*.png")):
///         head = path.read_bytes()[24:26]                    # depth and colour type in IHDR
///         if head[0] == 16:                                  # OpenCV keeps 16 bits; it knows BGR only, and no grey with alpha
///             a = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
///             if a.ndim == 3:
///                 a = a[..., [2, 1, 0, 3][:a.shape[2]]] if head[1] != 4 else a[..., [0, 3]]
///                 if head[1] == 2: a = a[..., :3]
///             a = a.astype(">u2")
///         else:                                              # Pillow scales grey of 1, 2 and 4 bits
///             image = Image.open(path)
///             if head[1] == 3:
///                 image = image.convert("RGBA" if "transparency" in image.info else "RGB")
///             a = np.asarray(image).astype(np.uint8)
///             if head[1] == 0 and image.mode != "1":
///                 a //= 255 // (2 ** head[0] - 1)
///         print(f"{path.stem} {binascii.crc32(a.tobytes()):08x}")
enum PNGSuite {
  static let checksums: [String: UInt32] = [
    "basi0g01": 0x260d_d161, "basi0g02": 0x2731_6528, "basi0g04": 0x574b_d5b7, "basi0g08": 0x784b_4a4e,
    "basi0g16": 0x9362_f0f0, "basi2c08": 0x7855_b9bf, "basi2c16": 0xc278_125a, "basi3p01": 0x31ec_284b,
    "basi3p02": 0x279a_463a, "basi3p04": 0x3a9e_038e, "basi3p08": 0xff6e_2940, "basi4a08": 0xb076_606c,
    "basi4a16": 0x5264_d303, "basi6a08": 0xa74d_f32c, "basi6a16": 0x632e_0a2a, "basn0g01": 0x260d_d161,
    "basn0g02": 0x2731_6528, "basn0g04": 0x574b_d5b7, "basn0g08": 0x784b_4a4e, "basn0g16": 0x9362_f0f0,
    "basn2c08": 0x7855_b9bf, "basn2c16": 0xc278_125a, "basn3p01": 0x31ec_284b, "basn3p02": 0x279a_463a,
    "basn3p04": 0x3a9e_038e, "basn3p08": 0xff6e_2940, "basn4a08": 0xb076_606c, "basn4a16": 0x5264_d303,
    "basn6a08": 0xa74d_f32c, "basn6a16": 0x632e_0a2a, "bgai4a08": 0xb076_606c, "bgai4a16": 0x5264_d303,
    "bgan6a08": 0xa74d_f32c, "bgan6a16": 0x632e_0a2a, "bgbn4a08": 0xb076_606c, "bggn4a16": 0x5264_d303,
    "bgwn6a08": 0xa74d_f32c, "bgyn6a16": 0x632e_0a2a, "ccwn2c08": 0x61b6_9e8e, "ccwn3p08": 0x2e1d_8ef1,
    "cdfn2c08": 0x99af_40a3, "cdhn2c08": 0x84a4_ef40, "cdsn2c08": 0x82b2_6daf, "cdun2c08": 0xee50_e3ca,
    "ch1n3p04": 0x3a9e_038e, "ch2n3p08": 0xff6e_2940, "cm0n0g04": 0x6f33_1315, "cm7n0g04": 0x6f33_1315,
    "cm9n0g04": 0x6f33_1315, "cs3n2c16": 0x2b8f_5329, "cs3n3p08": 0xc472_63e3, "cs5n2c08": 0x1b16_d169,
    "cs5n3p08": 0x1b16_d169, "cs8n2c08": 0x7306_351c, "cs8n3p08": 0x7306_351c, "ct0n0g04": 0x6f33_1315,
    "ct1n0g04": 0x6f33_1315, "cten0g04": 0x02dc_2949, "ctfn0g04": 0x0fb6_0010, "ctgn0g04": 0x1816_4b71,
    "cthn0g04": 0x9e66_e466, "ctjn0g04": 0x8241_2961, "ctzn0g04": 0x6f33_1315, "exif2c08": 0x1a50_22ef,
    "f00n0g08": 0x1f18_265f, "f00n2c08": 0x3f1d_66ad, "f01n0g08": 0x1868_217f, "f01n2c08": 0x11c1_b27e,
    "f02n0g08": 0x79b9_c9de, "f02n2c08": 0x7f1c_a785, "f03n0g08": 0xa373_c644, "f03n2c08": 0x3164_5d89,
    "f04n0g08": 0xb800_6228, "f04n2c08": 0x7705_6a6f, "f99n0g04": 0x01df_220d, "g03n0g16": 0x1c3c_33ca,
    "g03n2c08": 0x3633_021f, "g03n3p04": 0x7e90_c30c, "g04n0g16": 0x3f45_2561, "g04n2c08": 0xae82_4f12,
    "g04n3p04": 0xe00f_20f2, "g05n0g16": 0xdea7_8b6a, "g05n2c08": 0x3c16_8b7d, "g05n3p04": 0xd0d3_c65b,
    "g07n0g16": 0x1f80_0abd, "g07n2c08": 0x6d9b_8873, "g07n3p04": 0x6f2e_7b73, "g10n0g16": 0xc787_de88,
    "g10n2c08": 0xfa14_2827, "g10n3p04": 0x25ae_ef89, "g25n0g16": 0x55f4_1280, "g25n2c08": 0xe591_4131,
    "g25n3p04": 0x71c1_b931, "oi1n0g16": 0x9362_f0f0, "oi1n2c16": 0xc278_125a, "oi2n0g16": 0x9362_f0f0,
    "oi2n2c16": 0xc278_125a, "oi4n0g16": 0x9362_f0f0, "oi4n2c16": 0xc278_125a, "oi9n0g16": 0x9362_f0f0,
    "oi9n2c16": 0xc278_125a, "pp0n2c16": 0xc278_125a, "pp0n6a08": 0x0ee0_5c61, "ps1n0g08": 0x784b_4a4e,
    "ps1n2c16": 0xc278_125a, "ps2n0g08": 0x784b_4a4e, "ps2n2c16": 0xc278_125a, "s01i3p01": 0xd243_369f,
    "s01n3p01": 0xd243_369f, "s02i3p01": 0x9e93_1d85, "s02n3p01": 0x9e93_1d85, "s03i3p01": 0x6916_380e,
    "s03n3p01": 0x6916_380e, "s04i3p01": 0xc2e0_d49b, "s04n3p01": 0xc2e0_d49b, "s05i3p02": 0x1242_b6fb,
    "s05n3p02": 0x1242_b6fb, "s06i3p02": 0xd758_9540, "s06n3p02": 0xd758_9540, "s07i3p02": 0xd2cc_f489,
    "s07n3p02": 0xd2cc_f489, "s08i3p02": 0x2ba1_b03e, "s08n3p02": 0x2ba1_b03e, "s09i3p02": 0x9762_d2ed,
    "s09n3p02": 0x9762_d2ed, "s32i3p04": 0xad01_f44d, "s32n3p04": 0xad01_f44d, "s33i3p04": 0xd2f4_ae68,
    "s33n3p04": 0xd2f4_ae68, "s34i3p04": 0xbbed_a3f7, "s34n3p04": 0xbbed_a3f7, "s35i3p04": 0x9929_3acf,
    "s35n3p04": 0x9929_3acf, "s36i3p04": 0xf51a_96e0, "s36n3p04": 0xf51a_96e0, "s37i3p04": 0x9207_58a4,
    "s37n3p04": 0x9207_58a4, "s38i3p04": 0xeb3b_f324, "s38n3p04": 0xeb3b_f324, "s39i3p04": 0xc06d_7da1,
    "s39n3p04": 0xc06d_7da1, "s40i3p04": 0x0d46_58a0, "s40n3p04": 0x0d46_58a0, "tbbn0g04": 0xe018_c5f3,
    "tbbn2c16": 0x5882_64c2, "tbbn3p08": 0x9d56_cd67, "tbgn2c16": 0x5882_64c2, "tbgn3p08": 0x9d56_cd67,
    "tbrn2c08": 0xe519_cff0, "tbwn0g16": 0xc201_3edc, "tbwn3p08": 0x9d56_cd67, "tbyn3p08": 0x9d56_cd67,
    "tm3n3p02": 0xe7da_a7f5, "tp0n0g08": 0xc3dd_a42e, "tp0n2c08": 0xb426_b350, "tp0n3p08": 0x1549_3236,
    "tp1n3p08": 0x9d56_cd67, "z00n2c08": 0xf8f7_d651, "z03n2c08": 0xf8f7_d651, "z06n2c08": 0xf8f7_d651,
    "z09n2c08": 0xf8f7_d651,
  ]
}

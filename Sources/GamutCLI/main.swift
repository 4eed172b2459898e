print("gamut")

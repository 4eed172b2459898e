// Gamut

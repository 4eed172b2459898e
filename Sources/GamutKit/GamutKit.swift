// GamutKit

/// The version of the command and of the libraries (semantic versioning).
public let gamutVersion = "0.1.0"

import CSodium

/// Base64 with padding (RFC 4648, section 4), by libsodium.
package enum Base64 {
  package static func encoded(_ bytes: [UInt8]) -> String {
    let size = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_ORIGINAL)
    return unsafe String(unsafeUninitializedCapacity: size) { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return }
        _ = unsafe sodium_bin2base64(start, size, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
      }
      // Without the zero at its end.
      return size - 1
    }
  }

  /// Returns the bytes; nil if the text is invalid.
  package static func decoded(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: text.utf8.count)
    var count = 0
    let result = unsafe sodium_base642bin(
      &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, sodium_base64_VARIANT_ORIGINAL)
    return result == 0 ? Array(bytes[..<count]) : nil
  }
}

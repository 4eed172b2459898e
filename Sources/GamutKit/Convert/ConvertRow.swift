/// The outcome for one input.
public typealias ConvertRow = WriteRow<ConvertReport, ConvertError>

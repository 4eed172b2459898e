/// The outcome for one input.
public typealias EmbedRow = WriteRow<EmbedReport, EmbedError>

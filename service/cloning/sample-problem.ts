// Why a recording is no sample to make a clone from.

/** The message says it of `sample_file`, as one clause: "is silent". */
export class SampleProblem extends Error {
  override readonly name = 'SampleProblem';
}

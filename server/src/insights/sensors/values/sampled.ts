/** Fewer values for graphs, with the same shape. Pure. */
export type Sample = readonly [t: number, value: number]

/** At most `most` samples that keep every peak and valley: the lowest and the highest of each section. */
export function sampled(samples: readonly Sample[], most: number): Sample[] {
  if (samples.length <= most) return [...samples]
  const size = Math.ceil(samples.length / Math.max(1, Math.floor(most / 2)))
  const kept: Sample[] = []
  for (let from = 0; from < samples.length; from += size) {
    let [low, high] = [samples[from]!, samples[from]!]
    for (let index = from; index < Math.min(samples.length, from + size); index++) {
      const sample = samples[index]!
      if (sample[1] < low[1]) low = sample
      if (sample[1] > high[1]) high = sample
    }
    if (low === high) kept.push(low)
    else kept.push(...(low[0] < high[0] ? [low, high] : [high, low]))
  }
  return kept
}

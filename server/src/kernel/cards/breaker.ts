/** A circuit breaker: after some failures in a row, calls are skipped for a while, so that nobody waits in vain. */
import { ProcessorDown } from '../card-processor.ts'

const failuresMax = 5
const restMs = 10_000

/** It answers, but refuses us for now: no reason to skip calls for everyone. */
export class ProcessorBusy extends ProcessorDown {}

export type Breaker = <T>(work: () => Promise<T>) => Promise<T>

export function breaker(nowMs: () => number = () => performance.now()): Breaker {
  let failures = 0
  let restsUntil = 0
  return async (work) => {
    if (nowMs() < restsUntil) throw new ProcessorDown('The card processor has not answered for a while.')
    try {
      const result = await work()
      failures = 0
      return result
    } catch (error) {
      if (!(error instanceof ProcessorDown)) failures = 0
      else if (!(error instanceof ProcessorBusy) && ++failures >= failuresMax) restsUntil = nowMs() + restMs
      throw error
    }
  }
}

/** The load generator's own process: takes one order at a time and ends with its parent. */
import { readList } from './list.ts'
import type { Answer, Order } from './load.ts'
import { runJob } from './requests.ts'

const answer = (message: Answer) => process.send?.(message)

process.on('message', (order: Order) => {
  const work = order.kind === 'run' ? runJob(order.job, order.seconds) : readList(order.job)
  work.then(
    (outcome) => answer({ outcome }),
    (error: Error) => answer({ problem: error.message }),
  )
})

import { readCosts } from '../../capacity/costs.ts'
import { intervalSeconds, usualDays, usualReaders, usualUnitsPerReader } from '../../capacity/page.ts'
import { planFor } from '../../capacity/plan.ts'
import { command, optional, required } from '../command.ts'
import { count, duration } from '../values.ts'

export const capacityCommands = [
  command({
    name: 'capacity',
    about: 'Says how many nodes and how much CPU, memory and disk a number of trackers needs. See docs/capacity.md.',
    options: {
      trackers: required(count(100_000_000), 'How many trackers are connected.'),
      interval: optional(
        duration,
        `Time between two records of a tracker. Default: ${intervalSeconds}s.`,
        intervalSeconds,
      ),
      readers: optional(
        count(10_000_000),
        'People who have a live map open at the same time. Default: one for 100 trackers.',
      ),
      units: optional(
        count(1_000_000),
        `Units that each of them sees. Default: ${usualUnitsPerReader}.`,
        usualUnitsPerReader,
      ),
      days: optional(count(3_650), `How many days of messages you keep. Default: ${usualDays}.`, usualDays),
    },
    async run(_, { trackers, interval, readers = usualReaders(trackers), units, days }) {
      return planFor({ trackers, intervalSeconds: interval, readers, unitsPerReader: units, days }, readCosts())
    },
  }),
]

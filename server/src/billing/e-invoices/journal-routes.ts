import Type from 'typebox'
import { EnumOf, exact } from '#kernel/api/fields.ts'
import { bare, route } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { daysBetween, isDay } from '#kernel/time/day.ts'
import { charts } from './datev.ts'
import { journalFormats, readJournal } from './journal-actions.ts'

const daysMax = 366

const query = exact({
  issued_from: Type.String({ maxLength: 10, example: '2027-01-01', description: 'The first day.' }),
  issued_to: Type.String({ maxLength: 10, example: '2027-01-31', description: 'The last day.' }),
  format: Type.Optional(EnumOf(journalFormats, '`csv` by default; `datev`: a booking batch (EXTF), in euros.')),
  chart: Type.Optional(EnumOf(charts, 'The chart of accounts of a DATEV batch; `skr03` by default.')),
  consultant: Type.Optional(
    Type.Integer({
      minimum: 1001,
      maximum: 9_999_999,
      description: 'Your tax adviser’s number (Beraternummer); 1001 by default.',
    }),
  ),
  client: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 99_999, description: 'Your number there (Mandantennummer); 1 by default.' }),
  ),
})

function requireDays({ issued_from: from, issued_to: to }: { issued_from: string; issued_to: string }) {
  for (const [name, value] of [
    ['issued_from', from],
    ['issued_to', to],
  ] as const) {
    if (!isDay(value)) refuse('INVALID_QUERY', `${name} must be a day, like 2027-01-01.`, name)
  }
  if (to < from) refuse('INVALID_QUERY', 'issued_to must not be before issued_from.', 'issued_to')
  if (daysBetween(from, to) >= daysMax) {
    refuse('INVALID_QUERY', `issued_to must be within ${daysMax} days of issued_from.`, 'issued_to')
  }
  return [from, to] as const
}

/** Under `/console/client-invoices`. */
export const consoleJournalRoutes = [
  route({
    method: 'GET',
    path: '/journal',
    tag: 'Client invoices',
    summary: 'Download the journal of invoices and payments',
    description:
      'A row for each invoice or credit note and tax rate, and in CSV one for each payment. Credit notes are negative, so ' +
      'columns add up to what was invoiced.',
    query,
    produces: ['text/csv; charset=utf-8'],
    replies: { provider: bare(Type.String()), partner: bare(Type.String()) },
    handle: async (call, { query }) => {
      const { format = 'csv', chart = 'skr03', consultant = 1001, client = 1 } = query
      const [from, to] = requireDays(query)
      return readJournal(call, from, to, format, { chart, consultant, client })
    },
  }),
]

/** What is due, what was paid in advance, and every booking. Shown once there is any. */
import '../styles.ts'
import { Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { csvText } from '../../shared/files/csv.ts'
import { saveCsv } from '../../shared/files/save-file.ts'
import { decimalsOf, formatMoney } from '../../shared/format/money.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { OwnStatement } from '../types.ts'
import classes from './StatementPanel.module.css'

const words = texts.account.statement

export function StatementPanel() {
  const query = useOperation('getClientAccountStatement', {})
  const [isShown, setIsShown] = useState(false)
  if (!query.data || query.data.statements.length === 0) return null
  const { standings, statements } = query.data
  const due = standings.filter(({ open, credit }) => open > 0 || credit > 0)
  return (
    <Panel title={words.title}>
      <div className={classes.stack}>
        {due.length === 0 && <Text>{words.clear}</Text>}
        {due.map((standing) => (
          <Standing key={standing.currency} {...standing} />
        ))}
        <div className={classes.buttons}>
          <Button variant="default" size="xs" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? words.hide : words.show}
          </Button>
          <Button variant="default" size="xs" onClick={() => saveCsv('statement.csv', csvOf(statements))}>
            {words.csv}
          </Button>
        </div>
        {isShown && statements.map((statement) => <Movements key={statement.currency} statement={statement} />)}
      </div>
    </Panel>
  )
}

function Standing({ currency, open, overdue, credit }: OwnStatement['standings'][number]) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div>
      {open > 0 && (
        <Text>
          <strong>{words.toPay(money(open))}</strong>
          {overdue > 0 && ` · ${words.overdue(money(overdue))}`}
        </Text>
      )}
      {credit > 0 && <Text>{words.credit(money(credit))}</Text>}
    </div>
  )
}

type Statement = OwnStatement['statements'][number]

function Movements({ statement: { currency, movements } }: { statement: Statement }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={`${words.title} ${currency.toUpperCase()}`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {words.head.map((title, index) => (
              <Table.Th key={title} className={index > 1 ? classes.number : undefined}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {movements.map(({ id, day, kind, number, amount, balance }) => (
            <Table.Tr key={id}>
              <Table.Td className={classes.day}>{formatCalendarDay(day)}</Table.Td>
              <Table.Td>{[words.kinds[kind], number].filter(Boolean).join(' ')}</Table.Td>
              <Table.Td className={classes.number}>{formatMoney(amount, currency)}</Table.Td>
              <Table.Td className={classes.number}>{formatMoney(balance, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** Plain numbers, for a spreadsheet. */
const csvOf = (statements: readonly Statement[]): string =>
  csvText(
    words.csvHead,
    statements.flatMap(({ currency, movements }) => {
      const plain = (amount: number) => amount / 10 ** decimalsOf(currency)
      return movements.map(({ day, kind, number, amount, balance }) => [
        ...[day, words.kinds[kind], number ?? '', currency.toUpperCase(), plain(amount), plain(balance)],
      ])
    }),
  )

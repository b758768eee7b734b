/** The rows that cannot become units, each with its reasons. Every cell can be corrected in place. */
import { Button, TextInput } from '@mantine/core'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { SmallTable } from '../../blocks/layout.tsx'
import classes from './import.module.css'
import type { ColumnName, Row } from './rows.ts'
import type { ImportWork } from './use-import.ts'

const texts = words.units.import
/** More bad rows than this mean that a wrong column was chosen. */
const shownMax = 100

interface BadRowsProps {
  readonly rows: readonly Row[]
  readonly columns: ImportWork['columns']
  change(number: number, field: ColumnName, text: string): void
  leave(number: number): void
}

export const BadRows = ({ rows, columns, change, leave }: BadRowsProps) => (
  <Panel title={texts.badTitle}>
    <div className={classes.stack}>
      <p className={classes.line}>{texts.badHint}</p>
      <SmallTable label={texts.badTitle} head={[texts.row, texts.why, ...columns.map(([, title]) => title), '']}>
        {rows.slice(0, shownMax).map(({ number, cells, faults = [] }) => (
          <tr key={number}>
            <td>{number}</td>
            <td className={classes.why}>
              {faults.map(({ message }) => (
                <div key={message}>{message}</div>
              ))}
            </td>
            {columns.map(([field, title]) => (
              <td key={field} className={classes.cell} data-field={field}>
                <TextInput
                  size="xs"
                  aria-label={texts.cell(title, number)}
                  error={faults.some((fault) => fault.field === field)}
                  value={cells[field]}
                  onChange={({ currentTarget }) => change(number, field, currentTarget.value)}
                />
              </td>
            ))}
            <td>
              <Button variant="subtle" size="xs" aria-label={texts.leave(number)} onClick={() => leave(number)}>
                {texts.leaveShort}
              </Button>
            </td>
          </tr>
        ))}
      </SmallTable>
    </div>
  </Panel>
)

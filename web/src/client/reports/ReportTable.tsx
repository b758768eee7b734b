/** The lines of a report: rows, a subtotal after each group, and the total at the end. */
import type { ClientReportPage } from '../../api/generated.ts'
import { texts } from '../../shared/texts/texts.ts'
import figures from '../blocks/Figures.module.css'
import { cellText, isFigure, type Line, nameOfGroup } from './cells.ts'
import classes from './ReportsView.module.css'

const words = texts.reports

export function ReportTable({ page }: { page: ClientReportPage }) {
  const { columns, lines, total, tz, name, by } = page
  const head = (line: Line): string =>
    line.level === 'total' ? words.total : words.subtotal(nameOfGroup(line, by), words.rows(line.rows))
  // A sum is named across the columns that have none, not squeezed into the first.
  const sums = (line: Line) => {
    const written = columns.map((column, index) => (index === 0 ? '' : cellText(column, line.cells[index], tz)))
    const first = written.findIndex((text) => text !== '')
    const named = first === -1 ? columns.length : first
    return (
      <>
        <th scope="row" colSpan={named} className={classes.sum}>
          <span>{head(line)}</span>
        </th>
        {columns.slice(named).map((column, index) => (
          <td key={column.key} data-figure={isFigure(column) || undefined}>
            {written[index + named]}
          </td>
        ))}
      </>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <section className={figures.scroll} tabIndex={0} aria-label={name}>
      <table className={`${figures.table} ${classes.table}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column.key} data-figure={isFigure(column) || undefined}>
                {column.name}
                {column.measure && column.type !== 'duration' && <small> {column.measure}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) =>
            line.level === 'subtotal' ? (
              <tr key={`sum ${line.group}`} className={classes.subtotal}>
                {sums(line)}
              </tr>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key, and never change their order.
              <tr key={at}>
                {columns.map((column, index) => {
                  const text = cellText(column, line.cells[index], tz)
                  if (index === 0) {
                    return (
                      <th scope="row" key={column.key}>
                        {text}
                      </th>
                    )
                  }
                  return (
                    <td key={column.key} data-figure={isFigure(column) || undefined} data-type={column.type}>
                      {text}
                    </td>
                  )
                })}
              </tr>
            ),
          )}
        </tbody>
        <tfoot>
          <tr>{sums(total)}</tr>
        </tfoot>
      </table>
    </section>
  )
}

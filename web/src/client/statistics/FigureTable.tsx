/** Figures line by line, each with a bar for its distance, and their sum. */
import { texts } from '../../shared/texts/texts.ts'
import classes from '../blocks/Figures.module.css'
import { formatKm, formatKmh, formatTotal } from '../measures.ts'
import type { Figures } from './period.ts'

const { columns, all } = texts.statistics

interface FigureTableProps {
  readonly title: string
  readonly first: string
  readonly rows: readonly { readonly key: string; readonly name: string; readonly figures: Figures }[]
  readonly total: Figures
}

export function FigureTable({ title, first, rows, total }: FigureTableProps) {
  const most = Math.max(...rows.map(({ figures }) => figures.distance), 1)
  return (
    <div>
      <h2 className={classes.title}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <td className={classes.bar} aria-hidden="true" />
              {[
                columns.distance,
                columns.trips,
                columns.moving,
                columns.idle,
                columns.stop,
                columns.topSpeed,
                columns.average,
              ].map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td className={classes.bar} aria-hidden="true">
                  <span style={{ width: `${(figures.distance / most) * 100}%` }} />
                </td>
                <Cells figures={figures} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{all}</th>
              <td className={classes.bar} aria-hidden="true" />
              <Cells figures={total} />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

/** Zero is a dash, so that empty periods do not stand out. */
const Cells = ({ figures }: { figures: Figures }) => (
  <>
    {[
      figures.distance > 0 && formatKm(figures.distance),
      figures.trips > 0 && figures.trips,
      figures.moving_seconds > 0 && formatTotal(figures.moving_seconds),
      figures.idle_seconds > 0 && formatTotal(figures.idle_seconds),
      figures.stop_seconds > 0 && formatTotal(figures.stop_seconds),
      figures.max_speed > 0 && formatKmh(figures.max_speed),
      figures.average_speed > 0 && formatKmh(figures.average_speed),
    ].map((value, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
      <td key={index}>{value || '–'}</td>
    ))}
  </>
)

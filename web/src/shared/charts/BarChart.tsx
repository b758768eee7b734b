/** Bars side by side, each with its number and its name, so that no one has to distinguish colours. */
import classes from './charts.module.css'

export interface Bar {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly text: string
  /** What it counts. */
  readonly address?: string
}

/** More do not fit; the table has them all. */
export const barsMax = 62
/** The height of the highest bar. */
const barRem = 8

interface BarChartProps {
  readonly label: string
  readonly bars: readonly Bar[]
  /** If not all fit, the last ones are visible: for months, the current one. */
  readonly isNewestLast?: boolean
}

const toTheEnd = (list: HTMLElement | null) => {
  if (list) list.scrollLeft = list.scrollWidth
}

export function BarChart({ label, bars, isNewestLast = false }: BarChartProps) {
  const shown = bars.slice(0, barsMax)
  const most = Math.max(...shown.map(({ value }) => Math.abs(value)), 1e-9)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard.
    <ol className={classes.bars} tabIndex={0} aria-label={label} ref={isNewestLast ? toTheEnd : undefined}>
      {shown.map(({ key, address, ...bar }) => (
        <li key={key}>
          {address ? (
            <a href={address}>
              <One bar={bar} most={most} />
            </a>
          ) : (
            <One bar={bar} most={most} />
          )}
        </li>
      ))}
    </ol>
  )
}

const One = ({ bar, most }: { bar: Pick<Bar, 'name' | 'value' | 'text'>; most: number }) => (
  <>
    <span className={classes.value}>{bar.text}</span>
    <span
      className={classes.bar}
      data-below={bar.value < 0 || undefined}
      style={{ height: `${(Math.abs(bar.value) / most) * barRem}rem` }}
      aria-hidden="true"
    />
    <span className={classes.name} title={bar.name}>
      {bar.name}
    </span>
  </>
)

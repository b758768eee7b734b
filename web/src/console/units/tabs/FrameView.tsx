/** One frame: its bytes, and next to them their meaning. Pointing at one side highlights the other. */
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Frame } from '../../../api/generated.ts'
import { CopyTextButton } from '../../../shared/content/CopyTextButton.tsx'
import { formatExactTime } from '../../../shared/format/times.ts'
import { words } from '../../../shared/texts/console.ts'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { type Field, fieldsOf, hexRows, keysOf } from '../frame.ts'
import { titleOfProtocol } from '../unit.ts'
import classes from './FrameView.module.css'

const { traffic } = words.units

interface Marked {
  readonly ranges: ReadonlySet<number>
  readonly fields: ReadonlySet<string>
}
const nothing: Marked = { ranges: new Set(), fields: new Set() }

export function FrameView({ frame }: { frame: Frame }) {
  const [marked, setMarked] = useState(nothing)
  const fields = useMemo(() => fieldsOf(frame), [frame])
  const markField = (field: Field) => setMarked({ ranges: new Set(field.ranges), fields: new Set([field.key]) })
  const markRange = (index: number) => {
    const range = frame.ranges?.[index]
    setMarked(range ? { ranges: new Set([index]), fields: new Set(keysOf(range)) } : nothing)
  }
  const forget = () => setMarked(nothing)
  return (
    <article className={classes.frame} aria-label={formatExactTime(frame.received_at)}>
      <header className={classes.head}>
        <time dateTime={new Date(frame.received_at * 1000).toISOString()} className={classes.time}>
          {formatExactTime(frame.received_at)}
        </time>
        <StateBadge tone={frame.kind === 'login' ? 'waiting' : 'good'}>
          {frame.kind === 'login' ? traffic.login : traffic.data}
        </StateBadge>
        <span>{frame.protocol && titleOfProtocol(frame.protocol)}</span>
        <span className={classes.quiet}>{traffic.bytes(frame.bytes)}</span>
        <span className={classes.quiet}>{frame.peer}</span>
        {frame.hex && <CopyTextButton text={frame.hex} label={`Copy ${traffic.copy}`} />}
      </header>
      {frame.error && (
        <p className={classes.error}>
          <strong>{traffic.unread}</strong> {frame.error}
        </p>
      )}
      <div className={classes.sides}>
        {frame.hex === null ? (
          <p className={classes.quiet}>{traffic.noHex}</p>
        ) : (
          <Bytes frame={frame} hex={frame.hex} marked={marked} mark={markRange} forget={forget} />
        )}
        <Fields fields={fields} frame={frame} marked={marked} mark={markField} forget={forget} />
      </div>
    </article>
  )
}

interface BytesProps {
  readonly frame: Frame
  readonly hex: string
  readonly marked: Marked
  mark(range: number): void
  forget(): void
}

/** One tab stop; from there the arrow keys move between ranges. */
function Bytes({ frame, hex, marked, mark, forget }: BytesProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches)
  const box = useRef<HTMLFieldSetElement>(null)
  const [stop, setStop] = useState(0)
  const ranges = frame.ranges ?? []
  const rows = useMemo(() => hexRows(hex, frame.ranges ?? [], isPhone ? 8 : 16), [hex, frame.ranges, isPhone])
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!by || ranges.length === 0) return
    event.preventDefault()
    const next = Math.min(ranges.length - 1, Math.max(0, stop + by))
    setStop(next)
    box.current?.querySelector<HTMLElement>(`[data-stop="${next}"]`)?.focus()
  }
  const nameOf = (index: number) => {
    const { from, to, fields } = ranges[index]!
    const names = (fields.length > 0 ? fields : ['none']).map((field) => traffic.special[field] ?? field)
    return traffic.range(from, to, names.join(', '))
  }
  return (
    <fieldset ref={box} className={classes.hex} aria-label={traffic.hexLabel} onKeyDown={step} onMouseLeave={forget}>
      {rows.map(({ offset, segments, letters }) => (
        <div key={offset} className={classes.row}>
          <span className={classes.offset} aria-hidden="true">
            {offset.toString(16).padStart(4, '0')}
          </span>
          <span className={classes.bytes}>
            {segments.map(({ range, from, bytes, isFirst }) =>
              range === -1 ? (
                <span key={from} className={classes.segment}>
                  {bytes.join(' ')}
                </span>
              ) : isFirst ? (
                <button
                  key={from}
                  type="button"
                  className={classes.segment}
                  data-stop={range}
                  data-kind={kindOf(ranges[range]!)}
                  data-marked={marked.ranges.has(range) || undefined}
                  aria-label={`${bytes.join(' ')}, ${nameOf(range)}`}
                  title={nameOf(range)}
                  tabIndex={range === stop ? 0 : -1}
                  onMouseEnter={() => mark(range)}
                  onFocus={() => {
                    setStop(range)
                    mark(range)
                  }}
                  onBlur={forget}
                  onClick={() => mark(range)}
                >
                  {bytes.join(' ')}
                </button>
              ) : (
                // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard uses the button of its first bytes.
                <span
                  key={from}
                  className={classes.segment}
                  data-kind={kindOf(ranges[range]!)}
                  data-marked={marked.ranges.has(range) || undefined}
                  onMouseEnter={() => mark(range)}
                >
                  {bytes.join(' ')}
                </span>
              ),
            )}
          </span>
          <span className={classes.letters} aria-hidden="true">
            {letters}
          </span>
        </div>
      ))}
    </fieldset>
  )
}

const kindOf = ({ message, fields }: { message: number | null; fields: readonly string[] }) =>
  message !== null ? 'field' : fields.length === 0 ? 'none' : 'frame'

interface FieldsProps {
  readonly fields: readonly Field[]
  readonly frame: Frame
  readonly marked: Marked
  mark(field: Field): void
  forget(): void
}

function Fields({ fields, frame, marked, mark, forget }: FieldsProps) {
  if (fields.length === 0) return <p className={classes.quiet}>{traffic.unexplained}</p>
  const groups = Map.groupBy(fields, ({ message }) => message)
  return (
    <section className={classes.fields} aria-label={traffic.fieldsLabel} onMouseLeave={forget}>
      {[...groups].map(([message, some]) => (
        <div key={message ?? 'frame'}>
          {(message === null || groups.size > 2 || (groups.size === 2 && !groups.has(null))) && (
            <p className={classes.group}>{message === null ? traffic.structure : traffic.message(message + 1)}</p>
          )}
          {some.map((field) => (
            <button
              key={field.key}
              type="button"
              className={classes.field}
              data-marked={marked.fields.has(field.key) || undefined}
              onMouseEnter={() => mark(field)}
              onFocus={() => mark(field)}
              onBlur={forget}
              onClick={() => mark(field)}
            >
              <span className={classes.name}>
                {breakable(message === null ? (traffic.special[field.name] ?? field.name) : field.name)}
              </span>
              <span className={classes.value}>{field.value === undefined ? '' : shown(field.value)}</span>
              <span className={classes.place}>
                {field.ranges.length === 0
                  ? traffic.derived
                  : field.ranges
                      .map((index) => traffic.at(frame.ranges![index]!.from, frame.ranges![index]!.to))
                      .join(', ')}
              </span>
            </button>
          ))}
        </div>
      ))}
    </section>
  )
}

export const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Long names break after a dot, not in the middle of a word. */
const breakable = (name: string): ReactNode =>
  name.split('.').map((part, index, parts) => (
    <Fragment key={parts.slice(0, index + 1).join('.')}>
      {index > 0 && '.'}
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

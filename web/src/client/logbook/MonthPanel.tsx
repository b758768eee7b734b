/** One month: its totals, its entries, and its changes. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { logbookTexts as words } from '../../shared/texts/logbook.ts'
import { useMay } from '../blocks/May.tsx'
import { EntryList } from './EntryList.tsx'
import classes from './Logbook.module.css'
import { MarkForm } from './MarkForm.tsx'
import { clocksIn, formatFar, sumOf } from './month.ts'
import { type Change, type Kind, kinds, type Month, type Note } from './types.ts'

export function MonthPanel({ unit, month }: { unit: number; month: string }) {
  const query = useOperation('getClientUnitsByIdLogbook', { id: unit, month })
  return (
    <Loaded query={query} height={320}>
      {(book) => <Shown book={book} />}
    </Loaded>
  )
}

function Shown({ book }: { book: Month }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayClose = useMay('close-logbook')
  const changeable = book.entries.filter(({ may_change }) => may_change)
  const selected = changeable.filter(({ trip_id }) => chosen.has(trip_id))
  const unclear = book.entries.filter(({ kind, purpose }) => kind === 'business' && purpose === null).length
  const isOver = book.to * 1000 <= Date.now()
  return (
    <>
      <Totals book={book} />
      {book.closed_at !== null && (
        <Notice tone="good">{words.closed(formatTime(book.closed_at), book.closed_by ?? '')}</Notice>
      )}
      <Notes notes={book.notes} tz={book.tz} />
      {book.closed_at === null && unclear > 0 && <Notice tone="warning">{words.unclear(unclear)}</Notice>}
      {book.entries.length === 0 ? (
        <Text>{words.none}</Text>
      ) : (
        <EntryList book={book} changeable={changeable} chosen={chosen} choose={setChosen} />
      )}
      {selected.length > 0 && (
        <MarkForm
          key={selected.map(({ trip_id }) => trip_id).join()}
          unit={book.unit_id}
          entries={selected}
          done={() => setChosen(new Set())}
        />
      )}
      {mayClose && book.closed_at === null && book.entries.length > 0 && (
        <div>
          {isOver ? (
            <ConfirmButton
              label={words.close}
              effect={words.closeEffect}
              sure={words.closeSure}
              act={() => change('postClientUnitsByIdLogbookClosedMonths', { id: book.unit_id }, { month: book.month })}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {words.notOver}
            </Text>
          )}
        </div>
      )}
      <History book={book} />
    </>
  )
}

function Totals({ book: { entries } }: { book: Month }) {
  const of = (kind?: Kind) => entries.filter((entry) => kind === undefined || entry.kind === kind)
  const figure = (label: string, own: Month['entries']) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{sumOf(own.map(({ km }) => km))}</dd>
      <dd>{words.entries(own.length)}</dd>
    </div>
  )
  return (
    <dl className={classes.totals}>
      {kinds.map((kind) => figure(words.kinds[kind], of(kind)))}
      {figure(words.all, of())}
    </dl>
  )
}

function Notes({ notes, tz }: { notes: readonly Note[]; tz: string }) {
  if (notes.length === 0) return null
  const { time } = clocksIn(tz)
  const trip = ({ from, km }: { readonly from: number; readonly km: number }) => words.trip(time(from), formatFar(km))
  return (
    <Notice tone="warning">
      {words.late}
      <ul>
        {notes.map((note) => (
          <li key={`${note.kind} ${note.from}`}>
            {note.kind === 'changed' && note.before
              ? words.notes.changed(trip(note.before), trip(note))
              : words.notes[note.kind === 'removed' ? 'removed' : 'added'](trip(note))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function History({ book }: { book: Month }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = useOperation(
    'getClientUnitsByIdLogbookChanges',
    { id: book.unit_id, month: book.month },
    { isEnabled: isOpen },
  )
  return (
    <details className={classes.history} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{words.history}</summary>
      {isOpen && (
        <Loaded query={query} height={80}>
          {(all) =>
            all.length === 0 ? (
              <Text c="dimmed">{words.noHistory}</Text>
            ) : (
              <ul>
                {all.map((one) => (
                  <ChangeLine key={one.id} one={one} tz={book.tz} />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </details>
  )
}

function ChangeLine({ one, tz }: { one: Change; tz: string }) {
  const field = one.field === 'kind' || one.field === 'purpose' ? one.field : 'partner'
  const text = (value: string | null) =>
    one.hidden ? words.notShown : field === 'kind' && value ? words.kinds[value as Kind] : (value ?? words.empty)
  return (
    <li>
      <span>{words.changed(one.by, clocksIn(tz).time(one.trip_from))}</span>
      <strong>{words.values(words[field], text(one.before), text(one.after))}</strong>
      <small>{formatTime(one.at)}</small>
    </li>
  )
}

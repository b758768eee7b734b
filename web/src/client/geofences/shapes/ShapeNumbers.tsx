/** A shape as numbers, so that it can be drawn by keyboard alone. */
import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MinusIcon } from '../../../shared/content/Icons.tsx'
import { quantityIn } from '../../../shared/format/quantities.ts'
import type { LatLon } from '../../../shared/map/lat-lon.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { bounds, type Draft, withCenter, withMoved, withoutPoint, withPoint } from './draft.ts'
import classes from './ShapeNumbers.module.css'

const words = texts.geofences.form

interface ShapeNumbersProps {
  readonly draft: Draft
  onEdit(next: Draft, stroke?: string): void
}

export function ShapeNumbers({ draft, onEdit }: ShapeNumbersProps) {
  const metres = quantityIn('m')
  const size = draft.type === 'circle' ? 'radius' : draft.type === 'corridor' ? 'width' : undefined
  return (
    <details className={classes.numbers}>
      <summary>{words.numbers}</summary>
      <Text size="sm" c="dimmed">
        {words.keyboard}
      </Text>
      {size && (
        <NumberField
          label={words[size](metres.unit)}
          value={Math.round(metres.of(draft[size]))}
          min={Math.ceil(metres.of(bounds[size].min))}
          max={Math.floor(metres.of(bounds[size].max))}
          step={1}
          onChange={(written) => onEdit({ ...draft, [size]: Math.round(metres.back(written)) }, size)}
        />
      )}
      {draft.type === 'circle' ? (
        <PlaceFields
          latitude={words.latitude}
          longitude={words.longitude}
          place={draft.center}
          onChange={(center) => onEdit(withCenter(draft, center), 'center')}
        />
      ) : (
        <Points draft={draft} onEdit={onEdit} />
      )}
    </details>
  )
}

function Points({ draft, onEdit }: ShapeNumbersProps) {
  return (
    <>
      <ol className={classes.points}>
        {draft.points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points are identified by their number.
          <li key={index}>
            <div className={classes.point}>
              <PlaceFields
                latitude={words.latitudeOf(index + 1)}
                longitude={words.longitudeOf(index + 1)}
                place={point}
                isShort
                onChange={(place) => onEdit(withMoved(draft, index, place), `point ${index}`)}
              />
              <ActionIcon
                variant="default"
                size={30}
                aria-label={words.removePoint(index + 1)}
                title={words.removePoint(index + 1)}
                onClick={() => onEdit(withoutPoint(draft, index))}
              >
                <MinusIcon />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
      <NewPoint key={draft.points.length} onAdd={(place) => onEdit(withPoint(draft, place))} />
    </>
  )
}

function NewPoint({ onAdd }: { onAdd: (place: LatLon) => void }) {
  const [latitude, setLatitude] = useState<number>()
  const [longitude, setLongitude] = useState<number>()
  const add = () => {
    if (latitude !== undefined && longitude !== undefined) onAdd({ latitude, longitude })
  }
  return (
    <div className={classes.place}>
      <NumberField label={words.latitude} value={latitude} min={-90} max={90} onChange={setLatitude} onEnter={add} />
      <NumberField
        label={words.longitude}
        value={longitude}
        min={-180}
        max={180}
        onChange={setLongitude}
        onEnter={add}
      />
      <Button
        className={classes.whole}
        size="xs"
        variant="default"
        disabled={latitude === undefined || longitude === undefined}
        onClick={add}
      >
        {words.addPoint}
      </Button>
    </div>
  )
}

interface PlaceFieldsProps {
  readonly latitude: string
  readonly longitude: string
  readonly place: LatLon | undefined
  readonly isShort?: boolean
  onChange(place: LatLon): void
}

/** A position needs both; the one that was entered first waits for the other. */
function PlaceFields({ latitude, longitude, place, isShort, onChange }: PlaceFieldsProps) {
  const [waiting, setWaiting] = useState<Partial<LatLon>>({})
  const put = (part: Partial<LatLon>) => {
    const next = { ...waiting, ...place, ...part }
    const { latitude: lat, longitude: lon } = next
    if (lat === undefined || lon === undefined) setWaiting(next)
    else onChange({ latitude: lat, longitude: lon })
  }
  const known = place ?? waiting
  return (
    <div className={classes.place}>
      <NumberField
        label={latitude}
        isShort={isShort}
        value={known.latitude}
        min={-90}
        max={90}
        onChange={(value) => put({ latitude: value })}
      />
      <NumberField
        label={longitude}
        isShort={isShort}
        value={known.longitude}
        min={-180}
        max={180}
        onChange={(value) => put({ longitude: value })}
      />
    </div>
  )
}

interface NumberFieldProps {
  readonly label: string
  /** The label is for screen readers only. */
  readonly isShort?: boolean | undefined
  readonly value: number | undefined
  readonly min: number
  readonly max: number
  readonly step?: number
  onChange(value: number): void
  onEnter?(): void
}

/** While the field has the focus it keeps what is typed, even if it is not a number yet. */
function NumberField({ label, isShort, value, min, max, step = 0.00001, onChange, onEnter }: NumberFieldProps) {
  const [written, setWritten] = useState<string>()
  const known = value === undefined || Number.isNaN(value) ? '' : String(value)
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      size="xs"
      {...(isShort ? { 'aria-label': label } : { label })}
      min={min}
      max={max}
      step={step}
      value={written ?? known}
      onChange={({ currentTarget }) => {
        setWritten(currentTarget.value)
        const number = Number.parseFloat(currentTarget.value)
        if (number >= min && number <= max) onChange(number)
      }}
      onBlur={() => setWritten(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !onEnter) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}

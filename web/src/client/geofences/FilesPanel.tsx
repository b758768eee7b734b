/** Geofences from and to files of other programs. */
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { Refused, sentenceOf, useDoing } from '../../shared/api.ts'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { saveFile } from '../save-file.ts'
import { colours } from './colours.ts'
import classes from './GeofencesView.module.css'
import { createGeofence, type Geofence } from './geofences-api.ts'
import { type FoundShape, fromGeoJson, toGeoJson } from './geojson.ts'

const words = texts.geofences.files

interface FilesPanelProps {
  readonly geofences: readonly Geofence[]
  readonly isFull: boolean
  reload(): Promise<void>
}

interface Outcome {
  readonly made: number
  readonly left: readonly string[]
}

export function FilesPanel({ geofences, isFull, reload }: FilesPanelProps) {
  const input = useRef<HTMLInputElement>(null)
  const doing = useDoing()
  const [outcome, setOutcome] = useState<Outcome>()
  const read = (file: File) =>
    doing.run(async () => {
      setOutcome(undefined)
      setOutcome(await make(fromGeoJson(await file.text())))
      await reload()
    })
  return (
    <div className={classes.section}>
      <div className={classes.buttons}>
        {geofences.length > 0 && (
          <Button
            variant="default"
            size="xs"
            onClick={() => saveFile('geofences.geojson', toGeoJson(geofences), 'application/geo+json')}
          >
            {words.save}
          </Button>
        )}
        {!isFull && (
          <Button variant="default" size="xs" loading={doing.isBusy} onClick={() => input.current?.click()}>
            {words.read}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={words.read}
          accept=".geojson,.json,application/geo+json,application/json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void read(file)
            currentTarget.value = ''
          }}
        />
      </div>
      {doing.error !== undefined && <Failure error={doing.error} />}
      {outcome && <Told outcome={outcome} />}
    </div>
  )
}

function Told({ outcome: { made, left } }: { outcome: Outcome }) {
  if (made === 0 && left.length === 0) return <Notice tone="bad">{words.unreadable}</Notice>
  return (
    <Notice tone={left.length > 0 ? 'warning' : 'good'} title={words.made(made)}>
      {left.length > 0 && (
        <>
          {words.left(left.length)}
          <ul>
            {left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

/** One after the other: the plan may not have room for all. */
async function make(shapes: readonly FoundShape[]): Promise<Outcome> {
  let made = 0
  const left: string[] = []
  for (const [index, { shape, colour, min_seconds = 30, ...found }] of shapes.entries()) {
    const name = found.name ?? `${texts.geofences.types[shape.type]} ${index + 1}`
    const scope = { for_all: true, unit_ids: [], group_ids: [] }
    try {
      await createGeofence({ name, shape, min_seconds, colour: colour ?? colours[0], ...scope })
      made++
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 0 || error.status >= 500) throw error
      left.push(words.why(name, sentenceOf(error)))
    }
  }
  return { made, left }
}

/** Geofences from and to files of other programs. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { Refused, sentenceOf } from '../../shared/api.ts'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { saveFile } from '../../shared/files/save-file.ts'
import { texts } from '../../shared/texts/texts.ts'
import { useMay } from '../blocks/May.tsx'
import type { Geofence } from '../types.ts'
import { colours } from './colours.ts'
import classes from './GeofencesView.module.css'
import { type FoundShape, fromGeoJson, toGeoJson } from './shapes/geojson.ts'

const words = texts.geofences.files

interface FilesPanelProps {
  readonly geofences: readonly Geofence[]
  readonly isFull: boolean
}

interface Outcome {
  readonly made: number
  readonly left: readonly string[]
}

export function FilesPanel({ geofences, isFull }: FilesPanelProps) {
  const mayArrange = useMay('arrange')
  const input = useRef<HTMLInputElement>(null)
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const outcome = await make(fromGeoJson(await file.text()))
      await queryClient.invalidateQueries()
      return outcome
    },
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
        {mayArrange && !isFull && (
          <Button variant="default" size="xs" loading={reading.isPending} onClick={() => input.current?.click()}>
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
            if (file) reading.mutate(file)
            currentTarget.value = ''
          }}
        />
      </div>
      <Failure error={reading.error} />
      {reading.data && <Result outcome={reading.data} />}
    </div>
  )
}

function Result({ outcome: { made, left } }: { outcome: Outcome }) {
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

/** One after the other: the plan may not allow all of them. */
async function make(shapes: readonly FoundShape[]): Promise<Outcome> {
  let made = 0
  const left: string[] = []
  for (const [index, { shape, colour, min_seconds = 30, ...found }] of shapes.entries()) {
    const name = found.name ?? `${texts.geofences.types[shape.type]} ${index + 1}`
    const scope = { for_all: true, unit_ids: [], group_ids: [] }
    try {
      await call('postClientGeofences', undefined, {
        ...{ name, shape, min_seconds, colour: colour ?? colours[0] },
        ...scope,
      })
      made++
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 0 || error.status >= 500) throw error
      left.push(words.why(name, sentenceOf(error)))
    }
  }
  return { made, left }
}

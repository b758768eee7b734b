import { Button, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { SearchIcon } from '../../shared/content/Icons.tsx'
import { locale, texts } from '../../shared/texts/texts.ts'
import { May } from '../blocks/May.tsx'
import { geofenceAddress } from '../route.ts'
import type { Geofence, GeofenceVisit, Plan } from '../types.ts'
import { FilesPanel } from './FilesPanel.tsx'
import classes from './GeofencesView.module.css'

const words = texts.geofences

interface GeofenceListProps {
  readonly geofences: readonly Geofence[]
  readonly inside: readonly GeofenceVisit[] | undefined
  readonly plans: readonly Plan[]
  readonly isMissing: boolean
}

/** With fewer, a search takes more space than it saves. */
const searchFrom = 8

/** Of several applications the largest quota counts, as in the API. */
const quotaOf = (plans: readonly Plan[]): number => Math.max(0, ...plans.map(({ quotas }) => quotas.geofence ?? 0))

export function GeofenceList({ geofences, inside, plans, isMissing }: GeofenceListProps) {
  const [sought, setSought] = useState('')
  const quota = quotaOf(plans)
  const isFull = geofences.length >= quota
  const needle = sought.trim().toLowerCase()
  const found = geofences.filter(({ name }) => name.toLowerCase().includes(needle))
  const countIn = (id: string) => inside?.filter((visit) => visit.geofence_id === id).length ?? 0
  return (
    <div className={classes.part}>
      <div className={classes.head}>
        <Title order={1} className={classes.title}>
          {words.title}
        </Title>
        <Text size="sm" c="dimmed" className={classes.used}>
          {words.used(geofences.length, new Intl.NumberFormat(locale).format(quota))}
        </Text>
      </div>
      {isMissing && <Text c="dimmed">{words.missing}</Text>}
      <May to="arrange">
        {isFull ? (
          <Text size="sm">{words.full}</Text>
        ) : (
          <Button component="a" href={geofenceAddress('new')}>
            {words.make}
          </Button>
        )}
      </May>
      {geofences.length === 0 && (
        <div className={classes.empty}>
          <Text fw={600}>{words.none}</Text>
          <Text c="dimmed" size="sm">
            {words.noneHint}
          </Text>
        </div>
      )}
      {geofences.length >= searchFrom && (
        <TextInput
          aria-label={words.search}
          placeholder={words.search}
          type="search"
          leftSection={<SearchIcon />}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
        />
      )}
      {geofences.length > 0 && found.length === 0 && <Text c="dimmed">{words.noMatch}</Text>}
      <ul className={classes.list} aria-label={words.count(found.length)}>
        {found.map(({ id, name, colour, shape }) => (
          <li key={id}>
            <a className={classes.row} href={geofenceAddress(id)}>
              <span className={classes.swatch} data-type={shape.type} style={{ '--colour': colour } as object} />
              <span className={classes.name}>{name}</span>
              <span className={classes.quiet}>{words.types[shape.type]}</span>
              {inside && (
                <span className={countIn(id) > 0 ? classes.strong : classes.quiet}>
                  {countIn(id) > 0 ? words.insideNow(countIn(id)) : words.nobody}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <FilesPanel geofences={geofences} isFull={isFull} />
    </div>
  )
}

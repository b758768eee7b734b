/** One geofence: its details, the units in it, its visits, and deleting it. */
import { ActionIcon, Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { BackIcon } from '../../shared/content/Icons.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { formatQuantity } from '../../shared/format/quantities.ts'
import { formatDay, formatTime } from '../../shared/format/times.ts'
import type { Shape } from '../../shared/map/shape.ts'
import { texts } from '../../shared/texts/texts.ts'
import { May } from '../blocks/May.tsx'
import { formatDuration } from '../measures.ts'
import { geofenceAddress, unitAddress } from '../route.ts'
import type { Geofence, GeofenceVisit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import classes from './GeofencesView.module.css'
import { VisitsPanel } from './visits/VisitsPanel.tsx'

const words = texts.geofences

interface GeofenceCardProps {
  readonly geofence: Geofence
  /** Undefined: unknown, or hidden from a dealer with support access. */
  readonly inside: readonly GeofenceVisit[] | undefined
  readonly fleet: Fleet
  /** A dealer with support access sees neither visits nor what deleting would remove. */
  readonly isGuest: boolean
}

export function GeofenceCard({ geofence, inside, fleet, isGuest }: GeofenceCardProps) {
  const { name, colour, shape, min_seconds, since, for_all, unit_ids, group_ids } = geofence
  const units = fleet.units.data ?? []
  const nameOf = (id: number) => units.find((unit) => unit.id === id)?.name ?? String(id)
  const title = useRef<HTMLHeadingElement>(null)
  // The chosen row is gone, so the keyboard focus moves here.
  useEffect(() => title.current?.focus(), [])
  return (
    <article className={classes.part} aria-label={name}>
      <div className={classes.head}>
        <ActionIcon
          component="a"
          href="#/geofences"
          variant="subtle"
          color="gray"
          aria-label={words.all}
          title={words.all}
        >
          <BackIcon />
        </ActionIcon>
        <span className={classes.swatch} data-type={shape.type} style={{ '--colour': colour } as object} />
        <Title order={1} className={classes.title} tabIndex={-1} ref={title}>
          {name}
        </Title>
        <May to="arrange">
          <Button component="a" variant="default" size="xs" href={geofenceAddress(geofence.id, 'edit')}>
            {words.edit}
          </Button>
        </May>
      </div>
      {inside && <Inside visits={inside.filter((visit) => visit.geofence_id === geofence.id)} nameOf={nameOf} />}
      <dl className={classes.facts}>
        <div>
          <dt>{words.facts.shape}</dt>
          <dd>{describe(shape)}</dd>
        </div>
        <div>
          <dt>{words.facts.units}</dt>
          <dd>{for_all ? words.forAll : words.forSome(unit_ids.length, group_ids.length)}</dd>
        </div>
        <div>
          <dt>{words.facts.minimum}</dt>
          <dd>{min_seconds > 0 ? words.facts.stay(formatDuration(min_seconds)) : words.facts.anyStay}</dd>
        </div>
        <div>
          <dt>{words.facts.since}</dt>
          <dd>{formatDay(since)}</dd>
        </div>
      </dl>
      {!isGuest && <VisitsPanel geofence={geofence} fleet={fleet} nameOf={nameOf} />}
      <May to="arrange">{!isGuest && <Removal geofence={geofence} />}</May>
    </article>
  )
}

function describe(shape: Shape): string {
  if (shape.type === 'circle') return words.facts.circle(formatQuantity(shape.radius, 'm', 0))
  if (shape.type === 'polygon') return words.facts.polygon(shape.points.length)
  return words.facts.corridor(shape.points.length, formatQuantity(shape.width, 'm', 0))
}

const Inside = ({ visits, nameOf }: { visits: readonly GeofenceVisit[]; nameOf: (unit: number) => string }) => (
  <section className={classes.section} aria-label={words.inside.title}>
    <Title order={2} className={classes.subtitle}>
      {words.inside.title}
    </Title>
    {visits.length === 0 && <Text c="dimmed">{words.nobody}</Text>}
    <ul className={classes.plain}>
      {visits.map(({ id, unit_id, from, came }) => (
        <li key={id}>
          <a href={unitAddress(unit_id)}>{nameOf(unit_id)}</a>
          <Text size="sm" c="dimmed">
            {(came.seen_before === null ? words.inside.longer : words.inside.since)(formatTime(from))}
          </Text>
        </li>
      ))}
    </ul>
  </section>
)

function Removal({ geofence }: { geofence: Geofence }) {
  const [isAsked, setIsAsked] = useState(false)
  return isAsked ? (
    <Sure geofence={geofence} cancel={() => setIsAsked(false)} />
  ) : (
    <div className={classes.buttons}>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.remove.button}
      </Button>
    </div>
  )
}

function Sure({ geofence: { id, name }, cancel }: { geofence: Geofence; cancel: () => void }) {
  const effect = useOperation('getClientGeofencesByIdEffect', { id })
  // A dealer with support access may delete it, but not learn how often anyone was there.
  const isSecret = effect.error instanceof Refused && effect.error.status === 403
  const removing = useMutation({
    mutationFn: async () => {
      await change('deleteClientGeofencesById', { id })
      window.location.hash = '#/geofences'
    },
  })
  return (
    <div className={classes.section}>
      {!isSecret && <Failure error={effect.error} retry={effect.refetch} />}
      {(effect.data || isSecret) && (
        <Notice tone="warning" title={words.remove.sure(name)}>
          {effect.data ? words.remove.effect(effect.data.visits, effect.data.events) : words.remove.secret}
        </Notice>
      )}
      <Failure error={removing.error} />
      <div className={classes.buttons}>
        <Button
          color="berry"
          loading={removing.isPending}
          disabled={!effect.data && !isSecret}
          onClick={() => removing.mutate()}
        >
          {words.remove.yes}
        </Button>
        <Button variant="default" onClick={cancel}>
          {texts.shared.cancel}
        </Button>
      </div>
    </div>
  )
}

/** The chosen unit: what matters now, and everything else behind "Details". */
import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { ChevronIcon, ClockIcon, CloseIcon, PersonIcon, WrenchIcon } from '../../../shared/content/Icons.tsx'
import { PlaceLine } from '../../../shared/content/PlaceLine.tsx'
import { formatCalendarDay } from '../../../shared/format/times.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { StateMark } from '../../../shared/units/StateMark.tsx'
import { useMay } from '../../blocks/May.tsx'
import { leftOf } from '../../maintenance/due.ts'
import { formatDuration, formatKm, formatKmh } from '../../measures.ts'
import { driverAddress } from '../../route.ts'
import type { Unit } from '../../types.ts'
import { cardFieldsOf } from '../extra/extra.ts'
import type { KnownUnit } from '../queries/known-units.ts'
import { type UnitDay, useDays } from '../queries/use-days.ts'
import { stateTextOf } from '../state-text.ts'
import { QuickActions } from './QuickActions.tsx'
import classes from './UnitCard.module.css'

const words = texts.client.units

/** Loaded on demand: most people only look at the map. */
const UnitDetails = lazy(async () => ({ default: (await import('./UnitDetails.tsx')).UnitDetails }))

/** The address without a chosen unit. */
const elsewhere = '#/map'

interface UnitCardProps {
  readonly known: KnownUnit
  readonly all: readonly Unit[]
  readonly nowSeconds: number
  readonly isFollowing: boolean
  readonly modules: readonly string[]
  /** A dealer with support access sees commands but cannot send any. */
  readonly isGuest: boolean
  /** The owner of an owned account, who manages its units. */
  readonly isOwner: boolean
  /** The card replaces the list, which then loses the focus. */
  readonly isAlone: boolean
  readonly hasDays: boolean
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
  onFollow(isFollowing: boolean): void
}

export function UnitCard(props: UnitCardProps) {
  const { known, all, nowSeconds, isFollowing, modules, isGuest, isOwner, isAlone, hasDays, isOpen } = props
  const { unit, snapshot, state, named, plate } = known
  const { position } = snapshot
  const isExpired = state === 'expired'
  const mayCommand = useMay('command') && !isGuest
  const day = useDays(all, [unit.id], nowSeconds, hasDays).get(unit.id)
  const [commandsAsked, setCommandsAsked] = useState(0)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAlone) title.current?.focus()
  }, [isAlone])
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && !(target as HTMLElement).closest('form')) window.location.hash = elsewhere
  }
  return (
    <article className={classes.card} aria-label={unit.name} onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <StateMark state={state} direction={position?.direction} />
        <div className={classes.names}>
          <h2 className={classes.name} tabIndex={-1} ref={title}>
            {unit.name} {plate && <span className={classes.plate}>{plate}</span>}
          </h2>
          <p className={classes.state}>{stateTextOf(known, nowSeconds)}</p>
        </div>
        {state === 'moving' && <span className={classes.speed}>{formatKmh(position?.speed ?? 0)}</span>}
        <ActionIcon
          component="a"
          href={elsewhere}
          variant="subtle"
          color="gray"
          aria-label={words.close}
          title={words.close}
        >
          <CloseIcon />
        </ActionIcon>
      </header>
      {known.term && known.term.state !== 'active' && <TermLine term={known.term} />}
      {named && (
        <p className={classes.place}>
          <PlaceLine place={named} />
        </p>
      )}
      {unit.description && <p className={classes.quiet}>{unit.description}</p>}
      {!position && !isExpired && (
        <p className={classes.quiet}>{snapshot.seenAt === null ? words.noPosition : words.noPositionNow}</p>
      )}
      {day && !isExpired && <Today day={day} />}
      {!isExpired && modules.includes('timeline') && !isGuest && <CurrentDriver unit={unit.id} />}
      {!isExpired && modules.includes('maintenance') && <NextService unit={unit.id} />}
      {cardFieldsOf(unit).some(({ value }) => value !== plate) && (
        <dl className={classes.fields}>
          {cardFieldsOf(unit)
            .filter(({ value }) => value !== plate)
            .map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      )}
      {!isExpired && (
        <>
          <QuickActions
            unit={unit.id}
            modules={modules}
            mayCommand={mayCommand}
            nowSeconds={nowSeconds}
            isFollowing={position && isFollowing}
            onFollow={props.onFollow}
            onCommand={() => {
              props.onOpen(true)
              setCommandsAsked(commandsAsked + 1)
            }}
          />
          <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => props.onOpen(!isOpen)}>
            <ChevronIcon />
            {words.details}
          </UnstyledButton>
          {isOpen && (
            <Suspense fallback={<Skeleton height={120} role="status" aria-label={texts.shared.loading} />}>
              <UnitDetails
                unit={unit}
                snapshot={snapshot}
                nowSeconds={nowSeconds}
                modules={modules}
                isGuest={isGuest}
                isOwner={isOwner}
                mayCommand={mayCommand}
                commandsAsked={commandsAsked}
              />
            </Suspense>
          )}
        </>
      )}
    </article>
  )
}

/** How long it is paid, and how to renew it. */
function TermLine({ term: { state, paid_until, can_renew, invoice_id } }: { term: NonNullable<KnownUnit['term']> }) {
  const mayPay = useMay('collect')
  const day = formatCalendarDay(paid_until)
  return (
    <p className={classes.service} data-state={state === 'due' ? 'soon' : 'overdue'}>
      <ClockIcon />
      <span>
        {state === 'due' ? words.term.paidUntil(day) : words.term.ended(day)}{' '}
        {mayPay && (can_renew || invoice_id !== null) ? (
          <a href="#/account">{invoice_id === null ? words.term.renew : words.term.pay}</a>
        ) : (
          words.term.contact
        )}
      </span>
    </p>
  )
}

const Today = ({ day }: { day: UnitDay }) => (
  <dl className={classes.today}>
    {[
      [words.today.distance, formatKm(day.distance)],
      [words.today.trips, String(day.trips)],
      [words.today.idling, formatDuration(day.idle_seconds)],
    ].map(([name, value]) => (
      <div key={name}>
        <dd>{value}</dd>
        <dt>{name}</dt>
      </div>
    ))}
  </dl>
)

/** The current driver, if known. */
function CurrentDriver({ unit }: { unit: number }) {
  const drivers = useOperation('getClientCurrentDrivers', undefined, { everyMilliseconds: 60_000 })
  const now = drivers.data?.find((one) => one.unit_id === unit)
  if (!now) return null
  return (
    <p className={classes.service}>
      <PersonIcon />
      <span>
        {words.driver}: <a href={driverAddress(now.driver.id)}>{now.driver.name}</a>
      </span>
    </p>
  )
}

/** The most urgent of its services; they are already sorted. */
function NextService({ unit }: { unit: number }) {
  const next = useOperation('getClientMaintenance', {}).data?.find((service) => service.unit_id === unit)
  if (!next) return null
  return (
    <p className={classes.service} data-state={next.state}>
      <WrenchIcon />
      <span>
        {words.nextService}: {next.name}, {leftOf(next)}
      </span>
    </p>
  )
}

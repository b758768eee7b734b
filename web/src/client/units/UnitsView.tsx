/** The units as a list and on the map: next to each other if there is space, as a sheet over the map on a phone. */
import { Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { useOperation } from '../../api/queries.ts'
import { LayersIcon } from '../../shared/content/Icons.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { useNow } from '../../shared/format/use-now.ts'
import type { LatLon } from '../../shared/map/lat-lon.ts'
import { MapPane } from '../../shared/map/MapPane.tsx'
import type { Marker } from '../../shared/map/markers/marker.ts'
import { Tool } from '../../shared/map/Tool.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { hasPage, isGuest, isOwner, isTagged } from '../frame/menu.ts'
import { useGeofenceLayer } from '../geofences/map/use-geofence-layer.ts'
import type { ClientRoute } from '../route.ts'
import { unitAddress } from '../route.ts'
import type { Group, Me } from '../types.ts'
import { TodayStrip } from './card/TodayStrip.tsx'
import { UnitCard } from './card/UnitCard.tsx'
import { GroupsEditor } from './groups/GroupsEditor.tsx'
import { UnitList, type Wanted } from './list/UnitList.tsx'
import { isUnder, type KnownUnit, kindOf, matching } from './queries/known-units.ts'
import type { Fleet } from './queries/use-fleet.ts'
import { useKnownUnits } from './queries/use-known-units.ts'
import { useTrail } from './queries/use-trail.ts'
import { Sheet, type SheetHeight } from './Sheet.tsx'
import classes from './UnitsView.module.css'

const words = texts.client.units
const noGroups: readonly Group[] = []

/** Loaded on demand: most people never add a unit. */
const AddUnit = lazy(async () => ({ default: (await import('./own/AddUnit.tsx')).AddUnit }))

const findPlaces = (search: string, { latitude, longitude }: LatLon, signal: AbortSignal) =>
  call('getClientPlaces', { search, near: `${latitude.toFixed(4)},${longitude.toFixed(4)}` }, undefined, signal)

/** How much of the map the card covers. */
const cardWidth = 410

export function UnitsView({ route, fleet, me }: { route: ClientRoute; fleet: Fleet; me: Me }) {
  const { units, live } = fleet
  const nowSeconds = useNow()
  const viewer = { modules: me.modules, isGuest: isGuest(me), isOwner: isOwner(me), isTagged: isTagged(me.modules) }
  const isWide = useMediaQuery('(min-width: 48.01em)', undefined, { getInitialValueInEffect: false })
  const all = useKnownUnits(fleet, viewer, nowSeconds)
  const groups = useOperation('getClientGroups', undefined).data ?? noGroups
  const [wanted, setWanted] = useState<Wanted>({ sought: '', chip: undefined })
  const [hasDetails, setHasDetails] = useState(false)
  const { sought, chip } = wanted
  const found = useMemo(() => matching(all, sought, groups), [all, sought, groups])
  const shown = useMemo(
    () => (chip === undefined ? found : found.filter(({ state }) => isUnder(chip, state))),
    [found, chip],
  )
  const selected = route.view === 'unit' ? route.unit : undefined
  const known = all.find(({ unit }) => unit.id === selected)
  const [left, setLeft] = useState<number>()
  const isFollowing = selected !== undefined && left !== selected
  const trail = useTrail(selected, fleet.stream, viewer.isGuest)
  const layer = useGeofenceLayer(me.modules)
  const markers = useMarkers(shown, known)
  const [height, setHeight] = useSheetHeight(route.view)
  const hasMap = useHasBeen(isWide || height !== 'full')
  const hasDays = hasPage('timeline', me.modules)
  const card = known && (
    <UnitCard
      key={known.unit.id}
      known={known}
      all={units.data ?? []}
      nowSeconds={nowSeconds}
      isFollowing={isFollowing}
      modules={me.modules}
      isGuest={viewer.isGuest}
      isOwner={viewer.isOwner}
      isAlone={!isWide}
      hasDays={hasDays}
      isOpen={hasDetails}
      onOpen={(isOpen) => {
        setHasDetails(isOpen)
        if (isOpen) setHeight('full')
      }}
      onFollow={(isWanted) => setLeft(isWanted ? undefined : known.unit.id)}
    />
  )
  const list = (
    <>
      {selected !== undefined && !known && (
        <Text c="dimmed" p="md">
          {words.missing}
        </Text>
      )}
      <UnitList
        {...{ all, found, shown, wanted, groups, nowSeconds }}
        chosen={selected}
        isOwner={viewer.isOwner}
        isTagged={viewer.isTagged}
        onWant={setWanted}
      />
    </>
  )
  const side = (
    <>
      {live === 'broken' && (
        <div className={classes.notice}>
          <Notice tone="warning">{words.live.broken}</Notice>
        </div>
      )}
      {units.isPending && <Loading />}
      {units.isLoadingError && (
        <div className={classes.notice}>
          <Failure error={units.error} retry={units.refetch} />
        </div>
      )}
      {units.data && <Side route={route} me={me} fleet={fleet} usual={isWide ? list : (card ?? list)} />}
    </>
  )
  const insets = isWide
    ? { start: card ? cardWidth : 0, bottom: 0 }
    : { start: 0, bottom: height === 'low' ? 122 : window.innerHeight * 0.42 }
  return (
    <main className={classes.view} data-view={route.view}>
      {isWide && (
        <div className={classes.side} data-scroller>
          {side}
        </div>
      )}
      <div className={classes.map} data-trail={trail.length} data-sheet={isWide ? undefined : height}>
        {hasMap && (
          <MapPane
            markers={markers}
            selected={selected}
            isFollowing={isFollowing}
            trail={trail}
            geofences={layer.shown}
            insets={insets}
            findPlaces={findPlaces}
            tools={
              layer.hasAny && (
                <Tool label={texts.geofences.layer} isOn={layer.isOn} onClick={layer.toggle} icon={<LayersIcon />} />
              )
            }
            onSelect={(id) => {
              window.location.hash = unitAddress(id)
            }}
            onLeave={() => setLeft(selected)}
          />
        )}
        {isWide && card && <div className={classes.card}>{card}</div>}
      </div>
      {isWide && hasDays && all.length > 0 && (
        <TodayStrip
          all={units.data ?? []}
          shown={shown.map(({ unit }) => unit)}
          chosen={selected}
          nowSeconds={nowSeconds}
        />
      )}
      {!isWide && (
        <Sheet height={height} onHeight={setHeight}>
          {side}
        </Sheet>
      )}
    </main>
  )
}

interface SideProps {
  readonly route: ClientRoute
  readonly me: Me
  readonly fleet: Fleet
  readonly usual: ReactNode
}

/** The editor of groups and the form for a unit replace the list. */
function Side({ route, me, fleet, usual }: SideProps) {
  if (route.view === 'groups') return <GroupsEditor units={fleet.units.data ?? []} />
  if (route.view !== 'add' || !isOwner(me)) return usual
  return (
    <Suspense fallback={<Loading />}>
      <AddUnit key={JSON.stringify(route.given)} me={me} given={route.given} />
    </Suspense>
  )
}

/** The map shows what the list shows, and the chosen unit. A sensor is where its asset is, which is already drawn. */
function useMarkers(shown: readonly KnownUnit[], chosen: KnownUnit | undefined): readonly Marker[] {
  return useMemo(
    () =>
      (!chosen || shown.includes(chosen) ? shown : [...shown, chosen]).flatMap((known): Marker[] => {
        const { unit, snapshot, state } = known
        if (!snapshot.position || (kindOf(unit) === 'sensor' && known !== chosen)) return []
        const { latitude, longitude, direction = 0 } = snapshot.position
        return [{ id: unit.id, name: unit.name, latitude, longitude, direction, state }]
      }),
    [shown, chosen],
  )
}

const startHeights: Partial<Readonly<Record<ClientRoute['view'], SheetHeight>>> = { map: 'low', unit: 'half' }

/** Each page has its own initial choice; after that it is the viewer's. */
function useSheetHeight(view: ClientRoute['view']): [SheetHeight, (height: SheetHeight) => void] {
  const [chosen, setChosen] = useState<{ view: ClientRoute['view']; height: SheetHeight }>()
  const height = chosen?.view === view ? chosen.height : (startHeights[view] ?? 'full')
  return [height, (next) => setChosen({ view, height: next })]
}

/** On a phone the map loads when it is first shown, and stays from then on. */
function useHasBeen(isTrue: boolean | undefined): boolean {
  const [hasBeen, setHasBeen] = useState(false)
  useEffect(() => {
    if (isTrue) setHasBeen(true)
  }, [isTrue])
  return hasBeen
}

const Loading = () => (
  <div className={classes.loading} role="status" aria-label={texts.shared.loading}>
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </div>
)

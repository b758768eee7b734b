/** The units as a list and on the map: side by side where there is room, one after the other on a phone. */
import { Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { LayersIcon } from '../../shared/content/Icons.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { useNow } from '../../shared/format/use-now.ts'
import { MapPane } from '../../shared/map/MapPane.tsx'
import { Tool } from '../../shared/map/Tool.tsx'
import type { Marker } from '../../shared/map/units-map.ts'
import { texts } from '../../shared/texts/texts.ts'
import { stateOf } from '../../shared/units/snapshot.ts'
import { useGeofenceLayer } from '../geofences/use-geofence-layer.ts'
import { isGuest, isOwner } from '../menu.ts'
import type { ClientRoute } from '../route.ts'
import { unitAddress } from '../route.ts'
import type { Me } from '../types.ts'
import { GroupsEditor } from './groups/GroupsEditor.tsx'
import { UnitDetails } from './UnitDetails.tsx'
import { UnitList } from './UnitList.tsx'
import classes from './UnitsView.module.css'
import type { Fleet } from './use-fleet.ts'
import { useStanding } from './use-standing.ts'
import { useTrail } from './use-trail.ts'

const words = texts.client.units

/** Not needed by those who only look. */
const AddUnit = lazy(async () => ({ default: (await import('./own/AddUnit.tsx')).AddUnit }))

export function UnitsView({ route, fleet, me }: { route: ClientRoute; fleet: Fleet; me: Me }) {
  const { units, snapshots, live } = fleet
  const nowSeconds = useNow()
  const guest = isGuest(me)
  const owner = isOwner(me)
  const isAdding = owner && route.view === 'add'
  const selected = route.view === 'unit' ? route.unit : undefined
  const [left, setLeft] = useState<number>()
  const isFollowing = selected !== undefined && left !== selected
  const trail = useTrail(selected, fleet.stream, guest)
  const layer = useGeofenceLayer(me.modules)
  const standing = useStanding(guest)
  const markers = useMemo(
    () =>
      (units.data ?? []).flatMap((unit): Marker[] => {
        const snapshot = snapshots.get(unit.id)
        if (!snapshot?.position) return []
        const { latitude, longitude, direction = 0 } = snapshot.position
        return [{ id: unit.id, name: unit.name, latitude, longitude, direction, state: stateOf(snapshot, nowSeconds) }]
      }),
    [units.data, snapshots, nowSeconds],
  )
  const unit = units.data?.find(({ id }) => id === selected)
  const hasMap = useIsMapLoaded(route.view === 'map' || route.view === 'unit')
  return (
    <main className={classes.view} data-view={route.view}>
      <div className={classes.side} data-scroller>
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
        {units.data && route.view === 'groups' && <GroupsEditor units={units.data} />}
        {isAdding && (
          <Suspense fallback={<Loading />}>
            <AddUnit key={JSON.stringify(route.given)} me={me} given={route.given} />
          </Suspense>
        )}
        {units.data &&
          route.view !== 'groups' &&
          !isAdding &&
          (unit ? (
            <UnitDetails
              key={unit.id}
              unit={unit}
              snapshot={snapshots.get(unit.id) ?? { seenAt: unit.last_active }}
              nowSeconds={nowSeconds}
              isFollowing={isFollowing}
              modules={me.modules}
              isGuest={guest}
              isOwner={owner}
              standingSince={standing.get(unit.id)}
              onFollow={(isWanted) => setLeft(isWanted ? undefined : unit.id)}
            />
          ) : (
            <>
              {selected !== undefined && (
                <Text c="dimmed" p="md">
                  {words.missing}
                </Text>
              )}
              <UnitList
                units={units.data}
                snapshots={snapshots}
                standing={standing}
                nowSeconds={nowSeconds}
                isOwner={owner}
              />
            </>
          ))}
      </div>
      <div className={classes.map} data-trail={trail.length}>
        {hasMap && (
          <MapPane
            markers={markers}
            selected={selected}
            isFollowing={isFollowing}
            trail={trail}
            geofences={layer.shown}
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
      </div>
    </main>
  )
}

/** On a phone the map loads when it is first shown, and stays from then on. */
function useIsMapLoaded(isShown: boolean): boolean {
  const isWide = useMediaQuery('(min-width: 48.01em)', undefined, { getInitialValueInEffect: false })
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (isShown || isWide) setIsLoaded(true)
  }, [isShown, isWide])
  return isLoaded
}

const Loading = () => (
  <div className={classes.loading} role="status" aria-label={texts.shared.loading}>
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </div>
)

/** The units of a list on a map, which is loaded when this page is opened. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Unit } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { ListIcon } from '../../shared/content/Icons.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { MapPane } from '../../shared/map/MapPane.tsx'
import { go, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { PageHead } from '../blocks/layout.tsx'
import { FilterChips } from '../list/Filters.tsx'
import { useUnitsView } from './filters.ts'
import classes from './units.module.css'
import { positionsMax, usePositions } from './use-positions.ts'

const { map } = words.units
const nobody: readonly Unit[] = []
const noTrail: readonly never[] = []

export function UnitsMapPage() {
  const view = useUnitsView()
  const query = useOperation('getUnits', { ...view.params, sort: '-last_active', limit: positionsMax })
  const units = useMemo(() => query.data?.filter(({ last_active }) => last_active !== null) ?? nobody, [query.data])
  const { markers, stage } = usePositions(units)
  const isHere = query.data !== undefined && stage === 'here'
  return (
    <div className={classes.mapPage}>
      <div className={classes.mapTop}>
        <PageHead
          title={map.title}
          detail={
            <span role="status">
              {!isHere ? map.looking : markers.length === 0 ? map.none : map.shown(markers.length, units.length)}
              {query.data?.length === positionsMax && ` ${map.limit(positionsMax)}`}
            </span>
          }
        >
          <Button
            component="a"
            href={to('/units', {}, Object.fromEntries(new URLSearchParams(view.query)))}
            variant="default"
            leftSection={<ListIcon />}
          >
            {map.list}
          </Button>
        </PageHead>
        <FilterChips view={view} />
        {query.error && <Failure error={query.error} retry={() => query.refetch()} />}
      </div>
      <div className={classes.mapBody}>
        <MapPane
          markers={markers}
          selected={undefined}
          isFollowing={false}
          trail={noTrail}
          onSelect={(id) => go(to('/units/:id', { id }))}
          onLeave={() => {}}
        />
      </div>
    </div>
  )
}

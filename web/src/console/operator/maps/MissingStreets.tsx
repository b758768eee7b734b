/** A banner if units are where the map has no streets, with the command that gets them. */
import { Anchor } from '@mantine/core'
import { useOperation } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import classes from '../operator.module.css'
import { countryName, missingUnits } from './map.ts'

const { banner, nowhere } = operator.map
const askEveryMs = 60_000
const namedMax = 3

/** Hidden until it is known: a banner that appears late is less annoying than one that disappears. */
export function MissingStreets({ isOnMapPage = false }: { isOnMapPage?: boolean }) {
  const { data: map } = useOperation('getOperatorMap', undefined, { everyMilliseconds: askEveryMs })
  const missing = map?.coverage.missing ?? []
  const [most] = missing
  // The operator's own style has its own streets.
  if (!map || !most || map.base === 'style') return null
  const named = missing
    .slice(0, namedMax)
    .map(({ country, units }) => banner.where(countryName(country) ?? nowhere, units))
  return (
    <Notice tone="warning" title={banner.title(missingUnits(map))}>
      <div className={classes.stack}>
        <p className={classes.text}>
          {banner.text(named.join(', '))} {banner.how}
        </p>
        <CopyBlock text={most.command} label={banner.command} wraps />
        {most.command.includes(' --from URL ') && <p className={classes.text}>{banner.source}</p>}
        {!isOnMapPage && (
          <Anchor href={to('/map')} size="sm">
            {banner.more}
          </Anchor>
        )}
      </div>
    </Notice>
  )
}

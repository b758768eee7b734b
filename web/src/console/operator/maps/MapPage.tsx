/** Which map is shown, its age and size, and whether it has streets where units are. */
import type { OperatorMap } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { formatDay } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { formatBytes } from '../../blocks/bytes.ts'
import { Columns, Facts, PageBody, PageHead } from '../../blocks/layout.tsx'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { Figure, Figures } from '../../blocks/standing.tsx'
import classes from '../operator.module.css'
import { MapCopyPanel } from './MapCopyPanel.tsx'
import { MissingStreets } from './MissingStreets.tsx'
import { countryName, coveredPercent, missingUnits, rounded } from './map.ts'

const { map: texts } = operator
const askEveryMs = 60_000
const number = (value: number) => value.toLocaleString(locale)

export function MapPage() {
  const query = useOperation('getOperatorMap', undefined, { everyMilliseconds: askEveryMs })
  return (
    <PageBody>
      <PageHead title={texts.title} />
      <MissingStreets isOnMapPage />
      <Loaded query={query} height={480}>
        {(map) => (
          <>
            <FilesPanel {...map} />
            <MapCopyPanel />
            <CoveragePanel coverage={map.coverage} />
            <Columns>
              <AddressesPanel addresses={map.addresses} geocoder={map.geocoder} />
              <MemoryPanel {...map.memory} />
            </Columns>
          </>
        )}
      </Loaded>
    </PageBody>
  )
}

function FilesPanel({ base, style_url, google, demo_town, files }: OperatorMap) {
  const sentence =
    base === 'style'
      ? texts.shown.style(style_url ?? '')
      : base === 'files' && demo_town
        ? texts.shown.demoTown
        : texts.shown[base]
  return (
    <Panel title={texts.inUse}>
      <div className={classes.stack}>
        <p className={classes.text}>
          {sentence} {google && texts.google}
        </p>
        {files.map((file) => (
          <FileFacts key={file.path} file={file} />
        ))}
      </div>
    </Panel>
  )
}

/** Not a table: a path can be long, and a phone is narrow. */
function FileFacts({ file }: { file: OperatorMap['files'][number] }) {
  const { path, problem, name, date, bytes, box, min_zoom, max_zoom, streets } = file
  const state = problem !== null ? 'problem' : streets ? 'streets' : 'coarse'
  const why = problem ?? (streets ? null : texts.coarse)
  const known: readonly (readonly [string, string | false | null])[] = [
    [texts.facts.date, problem === null && (date === null ? texts.unknown : formatDay(date))],
    [texts.facts.size, bytes !== null && formatBytes(bytes)],
    [texts.facts.zoom, min_zoom !== null && max_zoom !== null && texts.zooms(min_zoom, max_zoom)],
    [texts.facts.area, box && texts.area(rounded(box))],
  ]
  return (
    <Facts
      facts={[
        [
          texts.facts.file,
          <>
            {name && <div>{name}</div>}
            <div className={classes.mono}>{path}</div>
          </>,
        ],
        [
          texts.facts.state,
          <>
            <StateBadge tone={state === 'streets' ? 'good' : 'warning'}>{texts.states[state]}</StateBadge>
            {why && <p className={classes.text}>{why}</p>}
          </>,
        ],
        ...known.filter(([, value]) => value),
      ]}
    />
  )
}

function CoveragePanel({ coverage }: Pick<OperatorMap, 'coverage'>) {
  const missing = missingUnits({ coverage })
  return (
    <Panel title={texts.coverage}>
      <div className={classes.stack}>
        <Figures>
          <Figure name={texts.units} value={number(coverage.units)} />
          <Figure
            name={texts.covered}
            value={number(coverage.covered)}
            detail={coverage.units > 0 && texts.percent(coveredPercent({ coverage }))}
          />
          <Figure name={texts.without} value={number(missing)} />
        </Figures>
        {missing === 0 && <p className={classes.text}>{coverage.units === 0 ? texts.none : texts.complete}</p>}
        {coverage.missing.map(({ country, units, box, command }) => (
          <div key={country}>
            <p className={classes.text}>
              {texts.missing(countryName(country) ?? texts.nowhere, units, texts.area(box))}
            </p>
            <CopyBlock text={command} label={`${texts.banner.command} ${country ?? ''}`.trim()} wraps />
          </div>
        ))}
      </div>
    </Panel>
  )
}

const AddressesPanel = ({
  addresses: { stored, waiting, units },
  geocoder,
}: Pick<OperatorMap, 'addresses' | 'geocoder'>) => (
  <Panel title={texts.addresses}>
    {geocoder?.last_failure && (
      <Notice tone={geocoder.paused ? 'warning' : 'quiet'}>
        {geocoder.last_failure} {geocoder.paused && texts.geocoderPaused}
      </Notice>
    )}
    <Figures>
      <Figure name={texts.stored} value={number(stored)} />
      <Figure name={texts.waiting} value={number(waiting)} />
      <Figure name={texts.bySource.map} value={number(units.map)} />
      {geocoder && <Figure name={texts.bySource.geocoder} value={number(units.geocoder)} />}
      <Figure name={texts.bySource.town} value={number(units.town)} />
      <Figure name={texts.bySource.none} value={number(units.none)} />
      {geocoder && (
        <Figure name={texts.geocoder} value={number(geocoder.asked)} detail={texts.geocoderFailed(geocoder.failed)} />
      )}
    </Figures>
  </Panel>
)

const MemoryPanel = ({ tiles, bytes, bytes_max, directory_bytes }: OperatorMap['memory']) => (
  <Panel title={texts.memory}>
    <Figures>
      <Figure name={texts.tiles} value={number(tiles)} />
      <Figure name={texts.tileBytes} value={formatBytes(bytes)} detail={texts.atMost(formatBytes(bytes_max))} />
      <Figure name={texts.directories} value={formatBytes(directory_bytes)} />
    </Figures>
  </Panel>
)

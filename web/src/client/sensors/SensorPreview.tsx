/** The raw and computed values of a sensor on the last day with data, while it is edited. */
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { locale, texts } from '../../shared/texts/texts.ts'
import type { SensorBody } from './draft.ts'
import classes from './SensorsView.module.css'

const words = texts.sensors
const [width, height] = [1000, 100]
const waitMs = 400
const daySeconds = 86_400

type Sample = readonly [t: number, value: number]

interface SensorPreviewProps {
  readonly unit: number
  readonly body: SensorBody
  /** The end of the day that is shown. */
  readonly until: number
}

export function SensorPreview({ unit, body, until }: SensorPreviewProps) {
  const [asked] = useDebouncedValue(JSON.stringify({ ...body, name: body.name || '-' }), waitMs)
  const range = { from: until - daySeconds, to: until }
  const preview = useQuery({
    queryKey: ['sensor preview', unit, until, asked],
    queryFn: ({ signal }) =>
      call('postClientUnitsByIdSensorsPreview', { id: unit }, { ...JSON.parse(asked), ...range }, signal),
    enabled: body.formula !== '',
    placeholderData: (before) => before,
  })
  if (body.formula === '') return null
  const { data } = preview
  return (
    <section className={classes.preview} aria-label={words.preview}>
      <Text fw={600} size="sm">
        {words.preview}
      </Text>
      {preview.isError && <Failure error={preview.error} />}
      {data && !preview.isError && (
        <>
          {data.messages === 0 && <Text c="dimmed">{words.noPreview}</Text>}
          <Graph name={words.before} samples={data.inputs as unknown as Sample[]} range={range} measure="" />
          <Graph
            name={words.after}
            samples={data.values as unknown as Sample[]}
            range={range}
            measure={body.measure ?? ''}
            isResult
          />
          {data.messages > 0 && (
            <Text size="sm" c="dimmed">
              {words.counts(data.known, data.messages, data.known - data.kept)}
            </Text>
          )}
        </>
      )}
    </section>
  )
}

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

interface GraphProps {
  readonly name: string
  readonly samples: readonly Sample[]
  readonly range: { readonly from: number; readonly to: number }
  readonly measure: string
  readonly isResult?: boolean
}

function Graph({ name, samples, range, measure, isResult = false }: GraphProps) {
  if (samples.length === 0) return null
  const values = samples.map(([, value]) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const said = (value: number) => (measure ? `${number.format(value)} ${measure}` : number.format(value))
  const label = words.range(said(low), said(high))
  return (
    <figure className={classes.figure}>
      <figcaption>
        <strong>{name}</strong> {label}
      </figcaption>
      <svg
        className={classes.graph}
        data-result={isResult || undefined}
        role="img"
        aria-label={`${name}: ${label}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        <path d={lineOf(samples, range, low, high)} />
      </svg>
    </figure>
  )
}

/** From the lowest to the highest value, so that small changes are visible. */
function lineOf(samples: readonly Sample[], { from, to }: GraphProps['range'], low: number, high: number): string {
  const size = high - low || 1
  return samples
    .map(([t, value], index) => {
      const x = (((t - from) / (to - from)) * width).toFixed(1)
      const y = (95 - ((value - low) / size) * 90).toFixed(1)
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}

/** How often a rule would have notified, tested on stored data before it is saved. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { formatPlace } from '../../../shared/format/places.ts'
import { formatDay, formatTime } from '../../../shared/format/times.ts'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { locale } from '../../../shared/texts/texts.ts'
import type { Preview, Previewed, RuleBody } from '../../types.ts'
import classes from '../NotificationsView.module.css'
import { headlineOf } from './sentences.ts'

const words = ruleTexts.preview
const daySeconds = 86_400
const rough = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 })

interface PreviewPartProps {
  readonly body: RuleBody
  /** Something is missing in the form; the name does not matter here. */
  readonly isFaulty: boolean
}

export function PreviewPart({ body, isFaulty }: PreviewPartProps) {
  const { name: _, channel_ids: __, actions: ___, escalation: ____, ...asked } = body
  const trying = useMutation({
    mutationFn: async (what: typeof asked) => ({
      of: JSON.stringify(what),
      preview: (await call('postClientNotificationRulesPreview', undefined, what)) as Preview,
    }),
  })
  const isSame = trying.data?.of === JSON.stringify(asked)
  return (
    <section className={classes.trial} aria-label={words.title}>
      <Text size="sm" c="dimmed">
        {words.explain}
      </Text>
      <Button
        variant="default"
        disabled={isFaulty}
        loading={trying.isPending}
        onClick={() => trying.mutate(asked)}
        w="fit-content"
      >
        {words.act}
      </Button>
      {isFaulty && <Text size="sm">{words.faults}</Text>}
      <Failure error={trying.error} />
      <div role="status">
        {trying.isPending && <Text size="sm">{words.running}</Text>}
        {trying.data && !trying.isPending && !isSame && <Text size="sm">{words.changed}</Text>}
        {trying.data && !trying.isPending && isSame && (
          <Result preview={trying.data.preview} type={body.condition.type} />
        )}
      </div>
    </section>
  )
}

/** Found without any message. */
const withoutData: readonly string[] = ['service', 'document', 'conflict']

function Result({ preview, type }: { preview: Preview; type: string }) {
  const { units, tried, count, listed, from, to, data_from } = preview
  if (units === 0) return <Text fw={600}>{words.noUnits}</Text>
  const isWithoutData = data_from === null && !withoutData.includes(type)
  if (isWithoutData && count === 0 && tried === units) return <Text fw={600}>{words.noData}</Text>
  // A day of data says little about a month, and the reader must know.
  const isShort = data_from !== null && data_from - from > daySeconds
  const days = Math.max(1, (to - (isShort ? data_from : from)) / daySeconds)
  return (
    <>
      <Text fw={600}>{tried < units ? words.partly(count, tried, units) : words.result(count)}</Text>
      {isShort && <Text size="sm">{words.dataFrom(formatDay(data_from))}</Text>}
      {count > days && <Text size="sm">{words.perDay(rough.format(count / days))}</Text>}
      {count > listed.length && <Text size="sm">{words.newest(listed.length)}</Text>}
      {listed.length > 0 && (
        <ul className={classes.found} aria-label={words.list}>
          {listed.map((one) => (
            <li key={`${one.unit_id} ${one.at} ${one.kind} ${one.facts.geofence_id ?? one.facts.service_id ?? ''}`}>
              <Text size="sm">{headlineOf({ ...one, rule_name: '' })}</Text>
              <Text size="sm" c="dimmed">
                {detailsOf(one)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function detailsOf({ at, telling, facts }: Previewed): string {
  const when = telling === 'held' || telling === 'page' ? words.quiet : undefined
  return [formatTime(at), facts.place && formatPlace(facts.place), when].filter(Boolean).join(' · ')
}

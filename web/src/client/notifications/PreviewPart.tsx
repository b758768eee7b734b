/** How often a rule would have notified, tried on stored data before it is saved. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { formatPlace } from '../../shared/format/places.ts'
import { formatTime } from '../../shared/format/times.ts'
import { ruleTexts } from '../../shared/texts/rules.ts'
import { locale } from '../../shared/texts/texts.ts'
import type { Preview, Previewed, RuleBody } from '../types.ts'
import classes from './NotificationsView.module.css'
import { headlineOf } from './sentences.ts'

const words = ruleTexts.preview
const days = 30
const rough = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 })

interface PreviewPartProps {
  readonly body: RuleBody
  /** Something is missing in the form; its name does not matter here. */
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
        {trying.data && !trying.isPending && isSame && <Result preview={trying.data.preview} />}
      </div>
    </section>
  )
}

function Result({ preview: { units, tried, count, listed } }: { preview: Preview }) {
  if (units === 0) return <Text fw={600}>{words.noUnits}</Text>
  return (
    <>
      <Text fw={600}>{tried < units ? words.partly(count, tried, units) : words.result(count)}</Text>
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

/** A link: what it shows, until when, how often it was opened, and its actions. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change } from '../../api/queries.ts'
import { CopyLine } from '../../shared/content/CopyLine.tsx'
import { QrCode } from '../../shared/content/QrCode.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatAgo, formatDeadline } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import type { Share } from '../types.ts'
import { EndField, type Ending, endFault, untilOf } from './EndField.tsx'

const words = texts.sharing
const namesShown = 4

interface ShareCardProps {
  readonly share: Share
  readonly isNew: boolean
  nameOf(unit: number): string
}

export function ShareCard({ share, isNew, nameOf }: ShareCardProps) {
  const [isCodeShown, setIsCodeShown] = useState(isNew)
  const [isEdited, setIsEdited] = useState(false)
  const { units, ended } = share
  const names = units.slice(0, namesShown).map(nameOf).join(', ')
  const shown = units.length > namesShown ? words.andMore(names, units.length - namesShown) : names
  const title = share.title ?? (shown || words.nothing)
  return (
    <li className={cards.card} aria-label={title}>
      <div className={cards.head}>
        <Text fw={600} className={cards.title}>
          {title}
        </Text>
        <State tone={ended ? 'quiet' : 'good'}>{ended ? words.over : words.live}</State>
      </div>
      {share.title !== null && <Text size="sm">{shown || words.nothing}</Text>}
      <Text size="sm" c="dimmed">
        {[
          ended ? words.wasUntil(formatDeadline(share.until)) : words.until(formatDeadline(share.until)),
          words.opened(share.opened),
          share.last_opened !== null && words.lastOpened(formatAgo(share.last_opened)),
          share.destination && words.to(share.destination.name),
          share.show_trail && words.withTrail,
          share.show_speed && words.withSpeed,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {!ended && <CopyLine text={share.link} label={words.copy} />}
      {isCodeShown && !ended && <QrCode text={share.link} label={words.codeLabel(title)} />}
      {isEdited && <EndForm share={share} close={() => setIsEdited(false)} />}
      <div className={cards.buttons}>
        {!ended && (
          <Button
            variant="default"
            size="xs"
            aria-expanded={isCodeShown}
            aria-label={`${words.code}: ${title}`}
            onClick={() => setIsCodeShown(!isCodeShown)}
          >
            {words.code}
          </Button>
        )}
        {!isEdited && (
          <Button
            variant="default"
            size="xs"
            aria-label={`${words.changeEnd}: ${title}`}
            onClick={() => setIsEdited(true)}
          >
            {words.changeEnd}
          </Button>
        )}
        <ConfirmButton
          label={ended ? words.remove : words.revoke}
          of={title}
          effect={ended ? words.removeEffect : words.revokeEffect}
          sure={ended ? words.removeSure : words.revokeSure}
          act={() => change('deleteClientSharesById', { id: share.id })}
        />
      </div>
    </li>
  )
}

function EndForm({ share, close }: { share: Share; close: () => void }) {
  const form = useForm<{ ending: Ending }>({
    start: { ending: { end: 'day', date: '' } },
    judge: ({ ending }) => ({ ending: endFault(ending) }),
    send: async ({ ending }) => {
      await change('patchClientSharesById', { id: share.id }, { until: untilOf(ending)! })
      close()
    },
  })
  return (
    <Form form={form} className={cards.form} label={words.changeEnd} act={words.save} cancel={close}>
      <EndField {...form.field('ending')} />
    </Form>
  )
}

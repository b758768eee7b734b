/** A link: what it shows, until when, who looked, and what can be done with it. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { CopyLine } from '../../shared/CopyLine.tsx'
import { Failure } from '../../shared/Notice.tsx'
import { QrCode } from '../../shared/QrCode.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { State } from '../../shared/State.tsx'
import { SureButton } from '../../shared/SureButton.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatAgo, formatDeadline } from '../../shared/times.ts'
import cards from '../Cards.module.css'
import { change } from '../client-api.ts'
import { EndField, type Ending } from './EndField.tsx'
import { endOf } from './end.ts'
import type { Share } from './shares-api.ts'

const words = texts.sharing
const namesShown = 4

interface ShareCardProps {
  readonly share: Share
  readonly isNew: boolean
  nameOf(unit: number): string
  reload(): Promise<void>
}

export function ShareCard({ share, isNew, nameOf, reload }: ShareCardProps) {
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
          share.show_trail && words.withTrail,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {!ended && <CopyLine text={share.link} label={words.copy} />}
      {isCodeShown && !ended && <QrCode text={share.link} label={words.codeLabel(title)} />}
      {isEdited && (
        <EndForm
          share={share}
          onDone={async () => {
            await reload()
            setIsEdited(false)
          }}
          cancel={() => setIsEdited(false)}
        />
      )}
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
        <SureButton
          label={ended ? words.remove : words.revoke}
          of={title}
          effect={ended ? words.removeEffect : words.revokeEffect}
          sure={ended ? words.removeSure : words.revokeSure}
          act={async () => {
            await change('DELETE', `/shares/${share.id}`)
            await reload()
          }}
        />
      </div>
    </li>
  )
}

function EndForm({ share, onDone, cancel }: { share: Share; onDone: () => Promise<void>; cancel: () => void }) {
  const [ending, setEnding] = useState<Ending>({ end: 'day', date: '' })
  const [isTried, setIsTried] = useState(false)
  const doing = useDoing()
  const until = endOf(ending.end, ending.date, Date.now() / 1000)
  return (
    <form
      className={cards.form}
      aria-label={words.changeEnd}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (until === undefined) return
        void doing.run(async () => {
          await change('PATCH', `/shares/${share.id}`, { until })
          await onDone()
        })
      }}
    >
      <EndField
        value={ending}
        fault={isTried && until === undefined ? words.wrongDate : undefined}
        onChange={setEnding}
      />
      {doing.error !== undefined && <Failure error={doing.error} />}
      <FormButtons label={words.save} isBusy={doing.isBusy} cancel={cancel} />
    </form>
  )
}

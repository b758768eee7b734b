/** The domain of the dealer's client pages: what to enter in DNS, and the result of the last check. */
import { Anchor, Button, Group } from '@mantine/core'
import type { Domain } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import classes from './Company.module.css'
import { RemoveButton } from './RemoveButton.tsx'

const { domain: texts } = words.company

export function DomainPanel() {
  const domain = useOperation('getBrandDomain', undefined)
  return (
    <Panel title={texts.title}>
      <p className={classes.line}>{texts.explain}</p>
      <Loaded query={domain} height={120}>
        {(found) => (found.domain === null ? <NewDomain /> : <OwnDomain domain={found} />)}
      </Loaded>
    </Panel>
  )
}

function NewDomain() {
  const may = useMay()('manage')
  const setting = useChange('putBrandDomain')
  const form = useForm({
    start: { domain: '' },
    send: async ({ domain }) => {
      await setting.mutateAsync({ params: undefined, body: { domain: domain.trim() } })
      toast(texts.saved)
    },
  })
  if (!may) return <p className={classes.line}>{texts.none}</p>
  return (
    <Form form={form} act={texts.act}>
      <TextField form={form} name="domain" label={texts.domain} hint={texts.hint} maxLength={253} />
    </Form>
  )
}

const tones: Readonly<Record<Domain['state'], Tone>> = {
  ...{ verified: 'good', failing: 'warning', waiting: 'waiting', none: 'quiet' },
}

function OwnDomain({ domain }: { domain: Domain }) {
  const may = useMay()('manage')
  const checking = useChange('postBrandDomainCheck')
  const removing = useChange('deleteBrandDomain')
  const check = async () => {
    const { state } = await checking.mutateAsync({ params: undefined })
    toast(state === 'verified' ? texts.verified : texts.notYet)
  }
  return (
    <div className={classes.stack}>
      <Group gap="sm">
        <strong>{domain.domain}</strong>
        <StateBadge tone={tones[domain.state]}>{texts.states[domain.state]}</StateBadge>
        {domain.url && (
          <Anchor href={domain.url} target="_blank" rel="noopener noreferrer">
            {texts.open}
          </Anchor>
        )}
      </Group>
      {domain.failure && <Notice tone="warning">{domain.failure}</Notice>}
      {domain.state !== 'verified' && <Records domain={domain} />}
      {domain.checked_at !== null && <p className={classes.line}>{texts.checked(formatTime(domain.checked_at))}</p>}
      {may && (
        <Group gap="sm">
          <Button variant="default" loading={checking.isPending} onClick={() => void check().catch(toastFailure)}>
            {texts.check}
          </Button>
          <RemoveButton texts={texts} remove={() => removing.mutateAsync({ params: undefined })} />
        </Group>
      )}
    </div>
  )
}

const Records = ({ domain: { records } }: { domain: Domain }) => (
  <div className={classes.stack}>
    <p className={classes.line}>{texts.records}</p>
    {records.map(({ type, name, value }) => (
      <section key={type} className={classes.record} aria-label={texts.recordOf(type)}>
        <p className={classes.fieldLabel}>{texts.recordOf(type)}</p>
        <CopyBlock text={name} label={texts.nameOf(type)} wraps />
        <CopyBlock text={value} label={texts.valueOf(type)} wraps />
      </section>
    ))}
    <p className={classes.line}>{texts.wait}</p>
  </div>
)

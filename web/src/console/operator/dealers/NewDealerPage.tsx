/** A new dealer; then its token, which is never shown again. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { OperatorCreatedDealer } from '../../../api/generated.ts'
import { queryClient } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { CheckField } from '../../blocks/fields.tsx'
import { PageBody, PageHead } from '../../blocks/layout.tsx'
import classes from '../operator.module.css'

const { newDealer: texts } = operator

interface Made extends OperatorCreatedDealer {
  readonly name: string
}

export function NewDealerPage() {
  const [made, setMade] = useState<Made>()
  return (
    <PageBody isNarrow>
      <PageHead
        title={made ? texts.doneTitle(made.name) : texts.title}
        back={{ address: to('/dealers'), title: operator.dealers.title }}
      />
      {made ? <Handover made={made} another={() => setMade(undefined)} /> : <NewDealer done={setMade} />}
    </PageBody>
  )
}

/** The same form in the operator's first steps. */
export function DealerSteps() {
  const [made, setMade] = useState<Made>()
  return made ? <Handover made={made} another={() => setMade(undefined)} /> : <NewDealer done={setMade} />
}

function NewDealer({ done }: { done: (made: Made) => void }) {
  const form = useForm({
    start: { name: '', dialect: 'provider', email: '', owner_name: '', verified: false },
    serverNames: { email: 'owner.email', owner_name: 'owner.name' },
    judge: ({ name, email }) => ({
      name: name.trim() ? undefined : words.form.missing,
      email: email.trim() === '' || /^[^@\s]+@[^@\s]+$/.test(email.trim()) ? undefined : texts.notEmail,
    }),
    send: async ({ name, dialect, email, owner_name, verified }) => {
      const made = await call('postOperatorDealers', undefined, {
        name: name.trim(),
        dialect: dialect === 'partner' ? 'partner' : 'provider',
        ...(verified && { verified }),
        ...(email.trim() && {
          owner: { email: email.trim(), ...(owner_name.trim() && { name: owner_name.trim() }) },
        }),
      })
      await queryClient.invalidateQueries()
      done({ ...made, name: name.trim() })
    },
  })
  return (
    <Panel>
      <Form form={form} act={texts.act}>
        <TextField form={form} name="name" label={texts.name} maxLength={100} isRequired isFirst />
        <SelectField
          form={form}
          name="dialect"
          label={texts.dialect}
          hint={texts.dialectHint}
          options={Object.entries(texts.dialects).map(([value, label]) => ({ value, label }))}
        />
        <TextField form={form} name="email" type="email" label={texts.owner} hint={texts.ownerHint} maxLength={254} />
        {form.values.email.trim() !== '' && (
          <TextField form={form} name="owner_name" label={texts.ownerName} maxLength={100} />
        )}
        <CheckField form={form} name="verified" label={texts.verified} hint={texts.verifiedHint} />
      </Form>
    </Panel>
  )
}

const Handover = ({ made, another }: { made: Made; another: () => void }) => (
  <>
    <Panel title={texts.token}>
      <div className={classes.stack}>
        <p className={classes.text}>{texts.tokenText}</p>
        <CopyBlock text={made.access_token} label={texts.token} wraps />
      </div>
    </Panel>
    {made.invitation_url !== null && (
      <Panel title={texts.invitation}>
        <div className={classes.stack}>
          <p className={classes.text}>{texts.invitationText}</p>
          <CopyBlock text={made.invitation_url} label={texts.invitation} wraps />
        </div>
      </Panel>
    )}
    <div className={classes.buttons}>
      <Button component="a" href={to('/dealers/:id', { id: made.dealer_id })}>
        {texts.toDealer}
      </Button>
      <Button variant="subtle" onClick={another}>
        {texts.another}
      </Button>
    </div>
  </>
)

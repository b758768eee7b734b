/** The key of the dealer's own account at the card processor; never shown in full. */
import { useState } from 'react'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { PasswordTextField } from '../blocks/fields.tsx'
import { Columns, Facts } from '../blocks/layout.tsx'
import { toast } from '../blocks/toasts.tsx'
import { fleetApp } from '../clients/applications.ts'
import classes from './Company.module.css'

const { keys: texts } = words.company

export function KeysTab() {
  const secret = useOperation('getBillingSecretKey', { app_id: fleetApp })
  const [saved, setSaved] = useState(0)
  return (
    <Loaded query={secret}>
      {({ cardpay_partner: { secret_key, webhook_id, webhook_secret } }) => (
        <Columns>
          <Panel title={texts.title}>
            <p className={classes.line}>{texts.explain}</p>
            {secret_key === null ? (
              <p className={classes.line}>{texts.none}</p>
            ) : (
              <Facts
                facts={[
                  [texts.key, <Masked key="key" secret={secret_key} />],
                  [texts.webhook, webhook_id ?? words.times.none],
                  [
                    texts.webhookSecret,
                    webhook_secret ? <Masked key="webhook" secret={webhook_secret} /> : words.times.none,
                  ],
                ]}
              />
            )}
          </Panel>
          <Panel title={secret_key === null ? texts.set : texts.replace}>
            <KeyForm key={saved} hasKey={secret_key !== null} done={() => setSaved(saved + 1)} />
          </Panel>
        </Columns>
      )}
    </Loaded>
  )
}

/** Even if the role may read all of it, a screen shows only the end. */
const Masked = ({ secret }: { secret: string }) => <span className={classes.mono}>•••• {secret.slice(-4)}</span>

function KeyForm({ hasKey, done }: { hasKey: boolean; done: () => void }) {
  const change = useChange('postBillingSecretKey')
  const form = useForm({
    start: { secretKey: '' },
    judge: ({ secretKey }) => ({ secretKey: secretKey.trim() === '' ? words.form.missing : undefined }),
    send: async ({ secretKey }) => {
      const isYes =
        !hasKey ||
        (await confirm({
          title: texts.confirmTitle,
          text: texts.confirmText,
          effect: [[1, texts.confirmEffect]],
          canBeUndone: true,
          undoText: texts.confirmUndo,
          act: texts.replace,
        }))
      if (!isYes) return
      await change.mutateAsync({ params: undefined, body: { app_id: fleetApp, secretKey: secretKey.trim() } })
      toast(texts.saved)
      done()
    },
  })
  return (
    <Form form={form} act={hasKey ? texts.replace : texts.set}>
      <PasswordTextField form={form} name="secretKey" label={texts.field} hint={texts.fieldHint} isNew />
    </Form>
  )
}

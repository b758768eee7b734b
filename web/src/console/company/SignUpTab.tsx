/** Links with which people sign up as clients of the dealer, if the operator allows it. */
import { Switch } from '@mantine/core'
import type { SignUpLinks } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { QrCode } from '../../shared/content/QrCode.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Columns } from '../blocks/layout.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import classes from './Company.module.css'

const { signUp: texts } = words.company

export function SignUpTab() {
  const query = useOperation('getSignUpLinks', undefined)
  return (
    <Loaded query={query} height={160}>
      {(found) => (
        <div className={classes.stack}>
          <SwitchPanel found={found} />
          <Columns>
            {found.links.map(({ app_id, url }) => (
              <LinkPanel key={app_id} app={applicationTitle(app_id)} url={url} />
            ))}
          </Columns>
        </div>
      )}
    </Loaded>
  )
}

function SwitchPanel({ found: { offered, links } }: { found: SignUpLinks }) {
  const may = useMay()('manage')
  const switching = useChange('putSignUpLinks')
  const isOn = links.length > 0
  const turn = async (enabled: boolean) => {
    const { confirmTitle: title, confirmText: text, confirmUndo: undoText, confirmAct: act } = texts
    if (!(enabled || (await confirm({ title, text, canBeUndone: true, undoText, act })))) return
    await switching.mutateAsync({ params: undefined, body: { enabled } })
    toast(enabled ? texts.started : texts.stopped)
  }
  return (
    <Panel title={texts.title}>
      <p className={classes.line}>{texts.explain}</p>
      {offered.length === 0 ? (
        <Notice tone="quiet">{texts.notOffered}</Notice>
      ) : (
        <Switch
          label={texts.on}
          description={may ? `${texts.onHint}${isOn ? '' : ` ${texts.off}`}` : texts.readOnly}
          checked={isOn}
          disabled={!may || switching.isPending}
          onChange={({ currentTarget }) => void turn(currentTarget.checked).catch(toastFailure)}
        />
      )}
    </Panel>
  )
}

const LinkPanel = ({ app, url }: { app: string; url: string }) => (
  <Panel title={app}>
    <div className={classes.stack}>
      <CopyBlock text={url} label={texts.of(app)} wraps />
      <QrCode text={url} label={texts.code(app)} />
    </div>
  </Panel>
)

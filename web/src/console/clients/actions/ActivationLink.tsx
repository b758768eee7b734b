import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import { useDoing } from '../../../shared/api.ts'
import { CodeBlock } from '../../../shared/CodeBlock.tsx'
import { MailIcon } from '../../../shared/Icons.tsx'
import { Failure } from '../../../shared/Notice.tsx'
import { words } from '../../../shared/texts/console.ts'
import { activationLink, newLoginKey } from '../activation.ts'
import { useLoginUrl } from '../use-login-url.ts'
import classes from './actions.module.css'
import type { ActProps } from './ClientActions.tsx'

const { actions } = words.clients

/** The server keeps no key that it could show again, so a link is made anew each time. */
export function ActivationLink({ account, users }: ActProps) {
  const change = useChange('patchUsersById')
  const loginUrl = useLoginUrl()
  const [link, setLink] = useState<string>()
  const making = useDoing()
  const user = users[0]!
  const make = () =>
    making.run(async () => {
      const loginKey = newLoginKey()
      await change.mutateAsync({ params: { id: user.id }, body: { login_key: loginKey } })
      setLink(activationLink({ loginUrl, apps: account.reg_apps, userName: user.name, loginKey }))
    })
  return (
    <div className={classes.content}>
      <p className={classes.line}>{actions.linkExplain}</p>
      {making.error !== undefined && <Failure error={making.error} />}
      {link ? (
        <ShownLink link={link} />
      ) : (
        <Button loading={making.isBusy} onClick={() => void make()}>
          {actions.linkMake}
        </Button>
      )}
    </div>
  )
}

export const ShownLink = ({ link }: { link: string }) => (
  <>
    <CodeBlock text={link} label={actions.linkCopy} wraps />
    <Button
      component="a"
      variant="default"
      leftSection={<MailIcon />}
      href={`mailto:?subject=${encodeURIComponent(actions.linkSubject)}&body=${encodeURIComponent(actions.linkBody(link))}`}
    >
      {actions.linkMail}
    </Button>
  </>
)

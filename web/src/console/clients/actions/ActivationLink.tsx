import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { change } from '../../../api/queries.ts'
import { CodeBlock } from '../../../shared/content/CodeBlock.tsx'
import { MailIcon } from '../../../shared/content/Icons.tsx'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { words } from '../../../shared/texts/console.ts'
import { activationLink, newLoginKey } from '../activation.ts'
import { useLoginUrl } from '../use-login-url.ts'
import classes from './actions.module.css'
import type { ActProps } from './ClientActions.tsx'

const { actions } = words.clients

/** The server keeps no key that it could show again, so each time a new link is created. */
export function ActivationLink({ account, users }: ActProps) {
  const loginUrl = useLoginUrl()
  const user = users[0]!
  const making = useMutation({
    mutationFn: async () => {
      const loginKey = newLoginKey()
      await change('patchUsersById', { id: user.id }, { login_key: loginKey })
      return activationLink({ loginUrl, apps: account.reg_apps, userName: user.name, loginKey })
    },
  })
  return (
    <div className={classes.content}>
      <p className={classes.line}>{actions.linkExplain}</p>
      <Failure error={making.error} />
      {making.data ? (
        <ShownLink link={making.data} />
      ) : (
        <Button loading={making.isPending} onClick={() => making.mutate()}>
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

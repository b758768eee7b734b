import { showPage } from '../shared/layout/Page.tsx'
import { FrontPage } from './FrontPage.tsx'

showPage(<FrontPage />)

/* main.ts -- the page begins. */
import { startGradients } from './board/gradients'
import { startAnnouncer } from './ui/announce'
import { startKeys } from './ui/keys'
import { startTheme } from './ui/theme'
import { startToasts } from './ui/toast'
import { startShell } from './shell'
import { language } from './words/words'

document.documentElement.lang = language()
startTheme()
startKeys()
startShell()
startAnnouncer()
startGradients()
startToasts()

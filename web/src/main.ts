import { mount } from 'svelte'
import App from './app/App.svelte'
import { watchForNewerPages } from './browser/newer-pages'
import { applySettings } from './browser/settings.svelte'
import './styles/base.css'

applySettings()
watchForNewerPages()
mount(App, { target: document.getElementById('app')! })

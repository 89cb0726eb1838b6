import { App, applySettings } from "./app.js";

applySettings();
new App().start();
